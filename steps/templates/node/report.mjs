// What is reported: each source with its state, a trace of each attempt, items without duplicates, every gap.

import { plainName } from './identity.mjs'

const MODE = 'registry_brokered'
const PARSER = 'registered_source_document_v1'
const ORDER = [ // what a source ends as when its attempts differ
  'SUCCESS', 'FULLTEXT_NOT_AUTHORIZED', 'SOURCE_IDENTITY_GAP', 'ORIGINAL_FETCH_GAP', 'SEARCH_BROKER_GAP', 'NO_RESULTS',
  'NO_CANONICAL_SEARCH_ROUTE',
]
const NO_GAPS = new Set(['SUCCESS', 'NO_RESULTS'])

export class Report {
  constructor () {
    this.pin = { registry_release_id: null, main_ref_commit_sha: null, routing_sha256: null }
    this.attempts = []
    this.gaps = []
  }

  pinned ({ releaseId, routingSha256 }) {
    this.pin = { registry_release_id: releaseId, main_ref_commit_sha: releaseId, routing_sha256: routingSha256 }
  }

  source (source) {
    const attempt = new Attempt(this.pin, source)
    this.attempts.push(attempt)
    return attempt
  }

  unregistered (id) {
    this.gaps.push({ source_id: id, status: 'REGISTRY_COVERAGE_GAP', detail: 'the pinned registry lists no such source' })
  }

  refused (reason) {
    return this.made('REFUSED', reason, [], `I did not search: ${reason}.`)
  }

  unpinned (reason) {
    this.pin = { registry_release_id: null, main_ref_commit_sha: null, routing_sha256: null }
    this.gaps.push({ source_id: null, status: 'BOOTSTRAP_IDENTITY_GAP', detail: reason })
    return this.made('BOOTSTRAP_IDENTITY_GAP', reason, [], `I did not search, for the registry's release is not proven: ${reason}.`)
  }

  uncovered (topic) {
    const reason = `no active source of the registry fits "${topic}"`
    this.gaps.push({ source_id: null, status: 'REGISTRY_COVERAGE_GAP', detail: reason })
    return this.made('REGISTRY_COVERAGE_GAP', reason, [], `I did not search: ${reason}.`)
  }

  navigated (ids, topic) {
    const reason = 'no search was ordered'
    if (ids.length === 0) return this.uncovered(topic)
    return this.made('NAVIGATED', reason, ids, `Registered places for "${topic}": ${ids.join(', ')}. I searched none of them.`)
  }

  searched (topic) {
    const items = merged(this.attempts.flatMap(each => each.items))
    const told = [
      `Searched for "${topic}" in release ${this.pin.registry_release_id}.`,
      ...this.attempts.map(each => `${each.source.name}: ${each.status}${each.detail ? ` (${each.detail})` : ''}`),
      ...items.map(each => `- ${each.title}. ${each.original_url} (${each.evidence_class})`),
      'A gap says what could not be shown, not what exists.',
    ]
    return this.made('SEARCHED', null, [], told.join('\n'), items)
  }

  made (outcome, reason, recommended, answer, items = []) {
    const ended = this.attempts.filter(each => !NO_GAPS.has(each.status))
    return {
      outcome,
      reason,
      ...this.pin,
      mode: MODE,
      recommended_sources: recommended,
      selected_sources: this.attempts.map(each => each.entry()),
      traces: this.attempts.flatMap(each => each.traces),
      rejected_candidates: this.attempts.flatMap(each => each.rejected),
      items,
      gaps: [...this.gaps, ...ended.map(each => ({ source_id: each.source.id, status: each.status, detail: each.detail }))],
      answer,
    }
  }
}

class Attempt {
  constructor (pin, source) {
    this.pin = pin
    this.source = source
    this.broker = { query: null, domains: [], count: null, at: null }
    this.status = null
    this.detail = null
    this.traces = []
    this.rejected = []
    this.items = []
  }

  asked (found) {
    this.broker = found
  }

  reject (url, code, why) {
    this.rejected.push({ source_id: this.source.id, url, reason_code: code, reason: why })
  }

  // A candidate that nobody opened, for this reason, observed at this time.
  unopened (url, why, at) {
    this.reject(url, 'FETCH', why)
    this.detail ??= why
    const status = 'ORIGINAL_FETCH_GAP'
    const observed = at ?? this.broker.at
    this.traces.push(this.trace({ status, candidate_url: url, candidate_identity_status: 'HOST_ACCEPTED_IDENTITY_PENDING', observed_at: observed }))
  }

  opened (seen) {
    const status = seen.gap ?? 'SUCCESS'
    const key = seen.verified ? keyOf(seen, this.source) : null
    const pending = seen.parsed ? 'UNVERIFIED' : 'HOST_ACCEPTED_IDENTITY_PENDING'
    this.traces.push(this.trace({
      status,
      candidate_url: seen.candidate,
      candidate_identity_status: seen.verified ? 'VERIFIED' : pending,
      request_url: seen.request,
      observed_url: seen.observed,
      redirect_chain: seen.chain,
      http_status: seen.status,
      content_type: seen.type,
      parser: seen.parsed ? PARSER : null,
      source_identity_verified: seen.parsed ? seen.verified : null,
      original_record_observed: seen.parsed,
      evidence_class: seen.verified ? 'registry_metadata' : null,
      observed_at: seen.at,
      dedupe_key: key,
    }))
    if (seen.gap) {
      this.reject(seen.candidate, seen.code, seen.why)
      this.detail ??= seen.why
      return
    }
    this.items.push({
      title: seen.said.title,
      source_ids: [this.source.id],
      original_url: seen.observed,
      evidence_class: 'registry_metadata',
      dedupe_key: key,
      facts: seen.said.facts,
    })
  }

  // It ends without a candidate's trace.
  end (status, detail) {
    this.status = status
    this.detail = detail
    for (const url of this.broker.urls ?? []) this.reject(url, 'BROKER_FAILED', detail)
    this.traces.push(this.trace({ status, observed_at: this.broker.at }))
  }

  endAsTraced () {
    if (this.traces.length === 0) return this.endRejected()
    const ended = new Set(this.traces.map(each => each.status))
    this.status = ORDER.find(each => ended.has(each))
    if (this.status === 'SUCCESS') this.detail = null
  }

  // Every candidate was rejected for its URL; none of them showed whose it is.
  endRejected () {
    this.status = 'SOURCE_IDENTITY_GAP'
    this.detail = 'no candidate was one that may be opened'
    this.traces.push(this.trace({ status: this.status, observed_at: this.broker.at }))
  }

  entry () {
    return { source_id: this.source.id, status: this.status, broker_domains: this.broker.domains }
  }

  trace (parts) {
    const asked = this.broker.query !== null
    return {
      ...this.pin,
      mode: MODE,
      discovery_method: asked ? 'registry_source_broker' : null,
      broker_id: asked ? 'host-web-search' : null,
      broker_operation: asked ? 'search_query' : null,
      broker_query: this.broker.query,
      broker_domains: this.broker.domains,
      broker_result_count: this.broker.count,
      source_route_id: `registry:${this.source.id}`,
      adapter_id: null,
      provider_source_id: this.source.id,
      target_source_id: this.source.id,
      candidate_url: null,
      candidate_identity_status: null,
      request_url: null,
      observed_url: null,
      redirect_chain: [],
      http_status: null,
      content_type: null,
      parser: null,
      source_identity_verified: null,
      original_record_observed: null,
      evidence_class: null,
      observed_at: null,
      dedupe_key: null,
      ...parts,
    }
  }
}

// DOI, else the repository's own id, else title and year.
function keyOf ({ said, observed }, source) {
  if (said.dois.length) return `doi:${said.dois[0]}`
  const id = said.ids.find(each => observed.toLowerCase().includes(each.toLowerCase().replace(/^[a-z]+:/, '')))
  return id ? `${source.id}:${id}` : `title:${plainName(said.title)}|${said.year}`
}

// One item a work: the same key, or the same page found for two sources.
function merged (items) {
  const kept = []
  for (const item of items) {
    const twin = kept.find(each => each.dedupe_key === item.dedupe_key || each.original_url === item.original_url)
    if (twin) twin.source_ids = [...new Set([...twin.source_ids, ...item.source_ids])]
    else kept.push({ ...item })
  }
  return kept
}
