// Which sources fit a topic, and how each is searched. The pinned registry is the only list there is.

import { isIP } from 'node:net'

const USUAL = 5
const BROAD = 16
const COMMON = new Set(('a an and are about as at by for from in into is it its of on or that the their this to with ' +
  'study studies research effect effects').split(' '))
const SPECIAL = new Set(['alt', 'arpa', 'example', 'internal', 'invalid', 'local', 'localhost', 'onion', 'test'])
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

// The host of a safe canonical URL, judged as it is written; null for any other value.
export function hostOf (record) {
  const url = record.canonical_url
  const found = typeof url === 'string' ? /^https:\/\/([a-z0-9.-]+)(?:[/?][!-~]*)?$/.exec(url) : null
  if (!found || url.includes('#') || url.includes('\\')) return null
  const labels = found[1].split('.')
  const last = labels.at(-1)
  const isName = labels.length > 1 && found[1].length <= 253 && labels.every(each => LABEL.test(each))
  return isName && !isIP(found[1]) && /[a-z]/.test(last) && !/^0x/.test(last) && !SPECIAL.has(last) ? found[1] : null
}

// {host} to search and open pages on, or {why} there is no route.
export function route (record) {
  if (record.status !== 'active') return { why: 'the source is not active' }
  if (!Array.isArray(record.access_roles) || !record.access_roles.includes('discovery')) {
    return { why: 'the source lacks the discovery role' }
  }
  const host = hostOf(record)
  return host ? { host } : { why: 'the canonical URL of the source is not safe' }
}

// The ids of the active sources that fit, the best first: about five, more if the user wants breadth.
export function choose (sources, topic, breadth) {
  const wanted = terms(topic)
  if (wanted.size === 0) return []
  const texts = [...sources.values()].filter(each => each.status === 'active').map(each => [each.id, fields(each)])
  const rarity = new Map([...wanted].map(term => {
    const holders = texts.filter(([, [strong, weak]]) => strong.has(term) || weak.has(term)).length
    return [term, Math.log(1 + (texts.length + 1) / (holders + 0.5))]
  }))
  return texts
    .map(([id, [strong, weak]]) => {
      const hits = [...wanted].filter(term => strong.has(term) || weak.has(term))
      return { id, share: hits.length / wanted.size, score: sum(hits.map(term => rarity.get(term) * (strong.has(term) ? 2 : 1))) }
    })
    .filter(each => each.share >= 0.5)
    .sort((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1))
    .filter((each, number, all) => each.score >= all[0].score / 2)
    .slice(0, breadth === 'broad' ? BROAD : USUAL)
    .map(each => each.id)
}

// The terms of what says most of a source, and of the rest.
function fields (record) {
  const chinese = record.translation?.['zh-TW'] ?? {}
  const strong = [record.name, ...list(record.subjects), chinese.name, ...list(record.localized_subjects?.['zh-TW'])]
  const weak = [record.notes, chinese.summary, record.source_type, record.oa_scope, ...list(record.access_roles)]
  return [terms(strong.join(' \n ')), terms(weak.join(' \n '))]
}

// Words cut to their beginnings, so that an ending does not matter; of Chinese, every two characters.
function terms (text) {
  const found = new Set()
  for (const word of text.normalize('NFKC').toLowerCase().replace(/台/g, '臺').match(/[\p{L}\p{N}]+/gu) ?? []) {
    for (const run of word.match(/\p{Script=Han}+|[^\p{Script=Han}]+/gu)) {
      if (/\p{Script=Han}/u.test(run)) {
        for (let at = 0; at < Math.max(run.length - 1, 1); at++) found.add(run.slice(at, at + 2))
      } else if (!COMMON.has(run)) found.add(run.length > 3 ? run.replace(/s$/, '').slice(0, 7) : run)
    }
  }
  return found
}

function list (value) {
  return Array.isArray(value) ? value : []
}

function sum (numbers) {
  return [...numbers].reduce((total, each) => total + each, 0)
}
