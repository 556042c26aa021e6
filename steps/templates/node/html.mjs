// As much of a page as tells whose it is: what its head declares, its JSON-LD, and what a reader sees.
//
// One pass over the text, each character looked at a fixed number of times, whatever a page holds.

const RAW = new Set(['script', 'style', 'textarea', 'title', 'noscript', 'template', 'svg'])
const CITES = /(^|[\s_-])(references?|bibliography|ref-list|citations?-list|footnotes)([\s_-]|$)/i
const NAMED = {
  amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’',
  ldquo: '“', rdquo: '”', hellip: '…', eacute: 'é', egrave: 'è', agrave: 'à', ccedil: 'ç', uuml: 'ü', ouml: 'ö',
  auml: 'ä', szlig: 'ß', ntilde: 'ñ', aring: 'å', oslash: 'ø', sup2: '²', sup3: '³',
}

// {metas: [{name, content}] of the head, linked: [JSON-LD], title, heading, text, cutOff}.
// `text` leaves references out; `cutOff` says that the page ends inside its head.
export function read (html) {
  const page = { metas: [], linked: [], title: '', heading: '', text: '', cutOff: false }
  const text = []
  let inHead = true
  let hasHead = false
  let inHeading = false
  let skipped = null // {name, depth} of a list of references
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    const words = html.slice(at, open < 0 ? html.length : open)
    if (words.trim() && !skipped && !inHead) text.push(words)
    if (inHeading) page.heading += words
    if (open < 0) break
    if (html.startsWith('<!--', open)) {
      const end = html.indexOf('-->', open + 4)
      if (end < 0) break
      at = end + 3
      continue
    }
    const end = endOfTag(html, open + 1)
    if (end < 0) break
    const tag = /^(\/?)([a-z][a-z0-9:-]*)/i.exec(html.slice(open + 1, Math.min(end, open + 80)))
    at = end + 1
    if (!tag) continue
    const [whole, closes, written] = tag
    const name = written.toLowerCase()
    if (name === 'head') hasHead = true
    if ((name === 'head' && closes) || name === 'body') inHead = false
    if (skipped) {
      if (name === skipped.name) skipped.depth += closes ? -1 : 1
      if (skipped.depth === 0) skipped = null
      continue
    }
    if (name === 'h1') inHeading = !closes && !page.heading.trim()
    if (closes) {
      text.push(' ')
      continue
    }
    const inside = html.slice(open + 1 + whole.length, end)
    if (RAW.has(name)) {
      const close = indexOfClosing(html, name, at)
      const content = html.slice(at, close)
      if (name === 'title' && !page.title) page.title = plain(content)
      if (name === 'script' && /application\/ld\+json/i.test(attributes(inside).type ?? '')) linked(content, page)
      at = close
    } else if (name === 'meta' && inHead) {
      const { name: own, property, content } = attributes(inside)
      if ((own || property) && content) page.metas.push({ name: (own || property).toLowerCase(), content: plain(content) })
    } else if (!inHead) {
      const { class: css = '', id = '' } = attributes(inside)
      if (CITES.test(css) || CITES.test(id)) skipped = { name, depth: 1 }
    }
  }
  page.text = plain(text.join(' '))
  page.heading = plain(page.heading)
  page.cutOff = hasHead && inHead
  return page
}

// Where the tag ends: the first > outside quotes; -1 if it never does.
function endOfTag (html, from) {
  for (let at = from; at < html.length; at++) {
    const each = html[at]
    if (each === '>') return at
    if ((each === '"' || each === "'") && /[\s=]/.test(html[at - 1])) {
      at = html.indexOf(each, at + 1)
      if (at < 0) return -1
    }
  }
  return -1
}

function indexOfClosing (html, name, from) {
  const closing = new RegExp(`</${name}[\\s>/]`, 'gi')
  closing.lastIndex = from
  const found = closing.exec(html)
  return found ? found.index : html.length
}

function attributes (inside) {
  const found = {}
  const each = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g
  for (const [, name, one, two, three] of inside.slice(0, 20_000).matchAll(each)) {
    found[name.toLowerCase()] ??= one ?? two ?? three ?? ''
  }
  return found
}

function linked (content, page) {
  if (content.length > 200_000) return
  try {
    page.linked.push(JSON.parse(content))
  } catch {
    // what is no JSON says nothing
  }
}

function plain (text) {
  return text
    .replace(/&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z0-9]{2,8});/gi, (whole, said) => {
      if (said[0] !== '#') return NAMED[said] ?? NAMED[said.toLowerCase()] ?? whole
      const code = /^#x/i.test(said) ? parseInt(said.slice(2), 16) : parseInt(said.slice(1), 10)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
    })
    .replace(/\s+/g, ' ')
    .trim()
}
