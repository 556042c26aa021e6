// What a page says of its record: whose it is, which work it is, and the facts it states.

const CONTAINERS = new Set(['citation_journal_title', 'citation_conference_title', 'prism.publicationname'])
const CITED_DOIS = new Set(['citation_doi', 'prism.doi', 'publication_doi', 'dc.identifier', 'dc.identifier.doi'])
const RECORD_IDS = new Set(['dc.identifier', 'citation_arxiv_id'])
const SITES = new Set(['og:site_name', 'dc.publisher'])
const FACTS = {
  oa_status: 'dcterms.accessrights',
  licence: 'dc.rights',
  version: 'prism.versionidentifier',
  peer_review: 'eprints.refereed',
  publication_state: 'eprints.status',
}
const VOLUME = /\s+(\d{4}\s+)?[\d.]+\s*[:(/]\s*[\dA-Za-z.]+\)?$|\s+\d{4}$/
const DOI = /^10\.\d{4,9}\/\S+$/

// {title, year, containers, sites, dois, issns: {tags, linked}, ids, subject, facts}; the lists hold no value twice.
export function record (page) {
  const nodes = byId(page.linked)
  const linked = page.linked.flatMap(each => works(each))
  const metas = name => page.metas.filter(each => each.name === name).map(each => each.content)
  const anyOf = names => page.metas.filter(each => names.has(each.name)).map(each => each.content)
  const parts = linked.flatMap(each => list(each.isPartOf)).flatMap(each => withOuter(each, nodes))
  const identifiers = [
    ...anyOf(RECORD_IDS), ...linked.flatMap(each => list(each.identifier)).filter(each => typeof each === 'string'),
  ]
  return {
    title: metas('citation_title')[0] ?? metas('dc.title')[0] ?? page.heading ?? '',
    year: yearIn([...metas('citation_publication_date'), ...metas('citation_date'), ...metas('dc.date'),
      ...linked.map(each => String(each.datePublished ?? ''))]),
    containers: unique([
      ...anyOf(CONTAINERS),
      ...metas('dc.source').filter(each => !/^(https?:|doi:|10\.)/i.test(each)).map(each => each.replace(VOLUME, '')),
      ...parts.map(each => each.name).filter(each => typeof each === 'string'),
    ]),
    sites: unique([
      ...anyOf(SITES), ...linked.flatMap(each => list(each.includedInDataCatalog)).map(each => String(each?.name)),
    ]),
    dois: unique([...anyOf(CITED_DOIS).map(doi).filter(Boolean), ...linked.flatMap(each => list(each.sameAs))
      .filter(each => /doi\.org\//.test(each)).map(doi).filter(Boolean)]),
    issns: {
      tags: unique([...metas('citation_issn'), ...metas('prism.issn'), ...metas('dc.source.issn')].flatMap(issns)),
      linked: unique(parts.flatMap(each => list(each.issn)).flatMap(issns)),
    },
    ids: unique(identifiers.filter(each => !doi(each) && !/^https?:/i.test(each))),
    links: unique([...metas('citation_pdf_url'), ...metas('citation_public_url'), ...metas('og:url')]),
    subject: [...metas('dc.subject'), /Subjects?(?: Area)?: ([^.;]{3,80})/.exec(page.text)?.[1] ?? ''],
    facts: Object.fromEntries(Object.entries(FACTS).map(([fact, name]) => [fact, metas(name)[0] ?? null])),
  }
}

// The DOI in one of its spellings, in lower case; null if it is none. A full stop ends the sentence, not the DOI, and
// the version in an address of bioRxiv or medRxiv is no part of theirs.
export function doi (text) {
  const bare = String(text).trim().replace(/^(https?:\/\/(dx\.)?doi\.org\/|doi:\s*)/i, '').replace(/[.,;]+$/, '')
  const known = bare.toLowerCase().replace(/^(10\.(?:1101|64898)\/.+\d)v\d+$/, '$1')
  return DOI.test(known) ? known : null
}

// The descriptions of scholarly works in a piece of JSON-LD.
function works (data, depth = 0) {
  if (depth > 8 || typeof data !== 'object' || data === null) return []
  if (Array.isArray(data)) return data.slice(0, 100).flatMap(each => works(each, depth + 1))
  const kinds = list(data['@type'])
  if (kinds.some(each => /Article|Dataset|CreativeWork|Report|Thesis|Chapter|Book$/.test(each))) return [data]
  return [data.mainEntity, data['@graph']].flatMap(each => works(each, depth + 1))
}

// An issue is part of a volume, a volume of a journal; each may stand elsewhere and be referred to by its @id.
function withOuter (part, nodes, depth = 0) {
  const said = typeof part === 'string' ? { '@id': part } : part
  if (typeof said !== 'object' || said === null || depth > 4) return []
  const whole = { ...nodes.get(said['@id']), ...said }
  return [whole, ...list(whole.isPartOf).flatMap(each => withOuter(each, nodes, depth + 1))]
}

// The nodes of a graph that have an @id and say more than that.
function byId (data, nodes = new Map(), depth = 0) {
  if (depth > 8 || typeof data !== 'object' || data === null) return nodes
  if (typeof data['@id'] === 'string' && Object.keys(data).length > 1) nodes.set(data['@id'], data)
  for (const each of Object.values(data).slice(0, 1000)) byId(each, nodes, depth + 1)
  return nodes
}

function issns (text) {
  return String(text).toUpperCase().match(/\b\d{4}-\d{3}[\dX]\b/g) ?? []
}

function yearIn (dates) {
  return dates.map(each => /\b(1[5-9]|20)\d\d\b/.exec(each)?.[0]).find(Boolean) ?? ''
}

function list (value) {
  return value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]
}

function unique (values) {
  return [...new Set(values)]
}
