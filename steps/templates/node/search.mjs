// A task from beginning to end, in the protocol's order: what is wanted, the pin, the sources, the broker, the
// originals, the report.

import { IdentityGap, pin } from './bootstrap.mjs'
import { ask } from './broker.mjs'
import { objection } from './candidates.mjs'
import { Net } from './net.mjs'
import { open } from './originals.mjs'
import { Report } from './report.mjs'
import { choose, route } from './selection.mjs'
import { topicOf, wish } from './wish.mjs'

const RESERVE = 2_000 // milliseconds of the deadline that are kept for the report

export async function search (task) {
  const net = new Net(Date.now() + task.deadline_s * 1000 - RESERVE)
  const report = new Report()
  try {
    const wanted = wish(task)
    if (wanted.kind === 'decline') return report.refused(wanted.reason)
    const pinned = await pin(net)
    report.pinned(pinned)
    const topic = topicOf(task)
    const ids = task.sources ?? choose(pinned.sources, topic, task.breadth)
    if (wanted.kind === 'navigate') return report.navigated(ids.filter(each => pinned.sources.has(each)), topic)
    if (ids.length === 0) return report.uncovered(topic)
    const failed = new Map() // host -> {why, at}, for this task alone
    for (const id of new Set(ids)) await one(net, task, pinned, id, topic, failed, report)
    return report.searched(topic)
  } catch (error) {
    if (error instanceof IdentityGap) return report.unpinned(error.message)
    throw error
  } finally {
    net.close()
  }
}

// Search one source and open what was found.
async function one (net, task, pinned, id, topic, failed, report) {
  const source = pinned.sources.get(id)
  if (!source) return report.unregistered(id)
  const attempt = report.source(source)
  const { host, why } = route(source)
  if (!host) return attempt.end('NO_CANONICAL_SEARCH_ROUTE', why)
  if (task.evidence === 'fulltext' && !mayGiveText(source)) {
    return attempt.end('FULLTEXT_NOT_AUTHORIZED', 'the registry allows this source metadata alone')
  }
  const tool = task.tools.web_search
  if (!tool?.domain_filter) return attempt.end('SEARCH_BROKER_GAP', 'there is no search tool that filters by domain')

  const most = Math.min(pinned.routing.brokered_discovery.maximum_results_per_source, 10)
  const found = await ask(net, tool.url, topic, source.name, host, most)
  attempt.asked(found)
  if (found.gap) return attempt.end('SEARCH_BROKER_GAP', found.gap)
  if (found.count === 0) return attempt.end('NO_RESULTS', null)
  const siblings = [...pinned.sources.values()].filter(each => each.id !== id && route(each).host === host)
  const seen = new Set()
  let opened = 0
  for (const url of found.urls) {
    const bad = seen.has(url) ? { code: 'DUPLICATE', why: 'it was listed before' } : objection(url, host)
    seen.add(url)
    if (bad) attempt.reject(url, bad.code, bad.why)
    else if (opened === most) attempt.reject(url, 'BUDGET', `${most} candidates of the source were opened`)
    else if (!task.tools.open_page) attempt.unopened(url, 'there is no page opener', null)
    else if (failed.has(host)) attempt.unopened(url, failed.get(host).why, failed.get(host).at)
    else {
      opened++
      attempt.opened(await open(net, url, host, source, siblings, failed))
    }
  }
  return attempt.endAsTraced()
}

function mayGiveText (source) {
  return source.oa_scope !== 'metadata_only' && source.access_roles.includes('fulltext')
}
