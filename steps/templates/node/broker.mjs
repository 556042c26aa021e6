// Asking the broker: the topic and the exact registered name, one hostname in its own filter, nothing else ever.

const LIMIT = 4_000_000
const PATIENCE = 10_000

// {query, domains, count, urls, gap, at}. `count` is null and `gap` says why where the answer proves nothing.
export async function ask (net, url, topic, name, host, most) {
  const query = `${neutral(topic)} "${name}"`
  const asked = { query, domains: [host], count: null, urls: [], gap: null }
  const body = JSON.stringify({ query, domains: [host], max_results: most })
  const headers = { accept: 'application/json', 'content-type': 'application/json' }
  let answer
  try {
    answer = await net.ask(url, { method: 'POST', headers, body, limit: LIMIT, patience: PATIENCE })
  } catch (error) {
    return { ...asked, gap: `the broker gave no answer: ${error.message}`, at: now() }
  }
  const at = now()
  if (answer.status !== 200) return { ...asked, gap: `the broker answered ${answer.status}`, at }
  let said
  try {
    said = JSON.parse(answer.body.toString('utf8'))
  } catch {
    return { ...asked, gap: 'the broker answered in no JSON', at }
  }
  const listed = Array.isArray(said?.results) && said.results.every(each => typeof each?.url === 'string')
  if (!listed) return { ...asked, gap: 'the broker gave no list of results', at }
  const known = { ...asked, count: said.results.length, urls: said.results.map(each => each.url), at }
  return { ...known, gap: contradiction(said, host) }
}

function contradiction (said, host) {
  const { applied_domains: applied, result_count: count, results } = said
  if (applied !== undefined && !(Array.isArray(applied) && applied.length === 1 && applied[0] === host)) {
    return `the broker says it applied the filter ${JSON.stringify(applied)}`
  }
  return count === undefined || count === results.length ? null : `the broker counts ${count} of ${results.length} results`
}

// The topic as plain words: nothing in it is an operator to a search engine.
export function neutral (topic) {
  return topic
    .normalize('NFC')
    .replace(/["“”„«»\\{}[\]()<>|:*~^]/g, ' ')
    .replace(/(^|\s)[-+!]+(?=\S)/g, '$1')
    .replace(/\b(OR|AND|NOT|NEAR)\b/g, each => each.toLowerCase())
    .replace(/\s+/g, ' ')
    .trim()
}

export function now () {
  return new Date().toISOString()
}
