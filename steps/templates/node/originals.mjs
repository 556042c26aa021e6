// Opening an original page: hop by hop on its own host, bounded, and read for whose it is.

import { now } from './broker.mjs'
import { objection, target } from './candidates.mjs'
import { read } from './html.mjs'
import { doubt } from './identity.mjs'
import { record } from './record.mjs'

const LIMIT = 4_000_000
const PATIENCE = 8_000
const HOPS = 10
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const DOCUMENTS = new Set(['text/html', 'application/xhtml+xml'])
const CHALLENGE = /captcha|not a robot|are you human|challenge-(form|platform|running)|checking your browser|cf-chl/i
const WALL = /type=["']?password|accept all|cookies on your device|before you continue/i

// {candidate, request, observed, chain, status, type, parsed, verified, said, gap, why, code, at} of one candidate.
// `gap` is the status it ends in, null for a success; `failed` learns of hosts that failed as a whole.
export async function open (net, candidate, host, source, siblings, failed) {
  const seen = {
    candidate, request: candidate, observed: null, chain: [], status: null, type: null, parsed: false, verified: null,
    said: null, gap: 'ORIGINAL_FETCH_GAP', why: null, code: 'FETCH', at: null,
  }
  const lost = why => ({ ...seen, why })
  let url = candidate
  let answer
  for (let hop = 0; ; hop++) {
    try {
      answer = await net.ask(url, {
        headers: { accept: 'text/html,application/xhtml+xml;q=0.9' }, limit: LIMIT, patience: PATIENCE,
      })
    } catch (error) {
      seen.at = now()
      seen.status = error.status
      seen.observed = error.status === null ? null : url
      failed.set(host, { why: `${host} failed before: ${error.message}`, at: seen.at })
      return lost(`it gave no answer: ${error.message}`)
    }
    seen.at = now()
    seen.status = answer.status
    seen.observed = url
    seen.type = answer.headers['content-type'] ?? null
    if (!REDIRECTS.has(answer.status)) break
    const location = answer.headers.location
    if (!location) return lost(`it answered ${answer.status} without a location`)
    const next = target(location, url)
    const bad = objection(next, host)
    if (bad) return lost(`it redirects to ${next.slice(0, 300)}, which is not followed: ${bad.why}`)
    if (hop === HOPS || next === candidate || seen.chain.includes(next)) return lost('its redirects do not end')
    seen.chain.push(next)
    url = next
  }
  if (answer.status === 429) failed.set(host, { why: `${host} answered 429 before`, at: seen.at })
  if (answer.status < 200 || answer.status > 299) return lost(`it answered ${answer.status}`)
  if (!DOCUMENTS.has((seen.type ?? '').split(';', 1)[0].trim().toLowerCase())) return lost(`it is of the type ${seen.type}`)
  if (answer.body.length === 0) return lost('it is empty')

  const html = decoded(answer.body, seen.type)
  const page = read(html)
  const said = record(page)
  if (page.cutOff) return lost('it ends in the middle of its head')
  const isBare = said.containers.length === 0 && said.ids.length === 0 && !page.metas.some(each => /^citation_|^dc\./.test(each.name))
  if (isBare && CHALLENGE.test(html)) {
    failed.set(host, { why: `${host} wanted proof of a human before`, at: seen.at })
    return lost('in its place stands a challenge')
  }
  if (isBare && WALL.test(html)) return lost('in its place stands a wall')
  const why = doubt(source, said, page, url, siblings)
  const known = { ...seen, parsed: true, said, verified: why === null }
  return why ? { ...known, gap: 'SOURCE_IDENTITY_GAP', code: 'IDENTITY', why } : { ...known, gap: null, code: null }
}

// The text in the encoding that the header, or else the page, declares; UTF-8 if neither does.
function decoded (body, type) {
  const inHeader = /charset\s*=\s*["']?([\w-]+)/i.exec(type)?.[1]
  const inPage = /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]+)/i.exec(body.subarray(0, 2048).toString('latin1'))?.[1]
  for (const label of [inHeader, inPage]) {
    try {
      if (label) return new TextDecoder(label).decode(body)
    } catch {
      // an encoding that nobody knows
    }
  }
  return new TextDecoder().decode(body)
}
