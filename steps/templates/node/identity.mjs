// Whether a page is a record of the source it was searched for. Names are compared whole, and what contradicts the
// name defeats it.

const ISSN_BEHIND = /\s*\((e-?|p-?)?ISSN:?\s*\d{4}-\d{3}[\dX]\)$/i
const OF_WORKS = new Set(['journal', 'proceedings_series'])

// A name as it is compared: case, marks, punctuation and a leading article do not count.
export function plainName (name) {
  return name
    .normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
    .replace(/&/g, ' and ').replace(/['’]/g, '').replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim().replace(/^the /, '')
}

// A registered name, also without what the registry adds to it: an acronym in brackets, a note on coverage.
function names (record) {
  const bare = record.name.replace(/\s+\([A-Z][A-Za-z0-9-]*\)$/, '').replace(/\s+[—–-]\s+SCOAP³-covered articles$/, '')
  return new Set([plainName(record.name), plainName(bare)])
}

// null if the page confirms the source; otherwise why it does not, in one sentence.
export function doubt (source, said, page, url, siblings) {
  const { tags, linked } = said.issns
  if (tags.length && linked.length && !linked.some(each => tags.includes(each))) return 'its ISSNs contradict each other'
  if (said.dois.length > 1) return `it gives the DOIs ${said.dois.join(' and ')}`

  const wanted = names(source)
  const containers = [...new Set(said.containers.map(each => plainName(each.replace(ISSN_BEHIND, ''))))].filter(Boolean)
  const isOfPlatform = !OF_WORKS.has(source.source_type)
  const strange = isOfPlatform ? said.ids.filter(each => !holds(url, each)) : []
  if (strange.length) return `the record is called ${strange[0]}, which its address is not`

  const confirmed = containers.length > 0 && containers.every(each => wanted.has(each))
  if (confirmed) return shownOtherwise(wanted, page, siblings)
  if (isChild(source, siblings, containers, said)) return null
  if (isOfPlatform && !isBranch(source) && isKeptBy(wanted, said, url)) return null
  if (containers.length === 0) return 'it names no container'
  return `it names ${said.containers.slice(0, 3).map(each => `"${each}"`).join(' and ')}, not "${source.name}"`
}

// The reader is shown a sister of the source and not the source itself.
function shownOtherwise (wanted, page, siblings) {
  const shown = ` ${plainName(page.text)} `
  if ([...wanted].some(each => shown.includes(` ${each} `))) return null
  const other = siblings.find(each => [...names(each)].some(name => shown.includes(` ${name} `)))
  return other ? `it shows its reader "${other.name}"` : null
}

// A branch of a server: "arXiv cs.CL — …", "bioRxiv — Plant Biology".
function isBranch (source) {
  return Boolean(source.parent_id) && / — /.test(source.name)
}

// The page belongs to the branch by the category that it states itself.
function isChild (source, siblings, containers, said) {
  if (!isBranch(source)) return false
  const [server, category] = source.name.split(' — ')
  const code = /\b[a-z-]+\.[A-Z-]{2,}\b/.exec(server)?.[0]
  const subject = said.subject.find(Boolean) ?? ''
  const parent = siblings.find(each => each.id === source.parent_id)
  const isAtHome = containers.length === 0 || (parent && containers.every(each => names(parent).has(each)))
  return Boolean(isAtHome) && (code ? subject.includes(`(${code})`) : plainName(subject) === plainName(category))
}

// The page names the platform as its keeper and gives the record's own id there, which stands in its address.
function isKeptBy (wanted, said, url) {
  const keeper = said.sites.map(each => plainName(each).replace(/ (org|com|net)$/, '')).some(each => wanted.has(each))
  const files = said.links.map(each => /([^/]+?)(\.pdf)?\/?$/.exec(each)?.[1]).filter(Boolean)
  return keeper && [...said.ids, ...files].some(each => each.length > 3 && holds(url, each))
}

function holds (url, id) {
  const address = decodeURIComponent(url.replace(/%(?![0-9a-f]{2})/gi, '%25')).toLowerCase()
  const bare = id.toLowerCase().replace(/^[a-z]+:/, '')
  return address.split(/[/?&=#]/).some(each => each === bare || each === id.toLowerCase() || each.startsWith(`${bare}v`))
}
