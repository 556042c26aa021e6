// Pinning one release through GitHub: which commit main is at, what the index says of it, and files whose identity is
// proven by the blob id that GitHub reports, the digests that the manifest lists, and the bytes themselves.

import { createHash } from 'node:crypto'

const REPOSITORY = 'hoiyu915-droid/open-scholarly-sources'
const API = `https://api.github.com/repos/${REPOSITORY}`
const MAIN = `${API}/branches/main`
const SNAPSHOTS = 'release-snapshots'
const MANIFEST = 'release-manifest.json'
const ROUTING = 'chatbot-search-routing.json'
const FILES = [
  'registry.json', ROUTING, 'chatbot-search-protocol.md', 'chatbot-entry.txt',
  'schemas/chatbot-search-routing.schema.json',
]
const AGREED = { // in the index entry and the manifest, and how the routing file says it
  chatbot_search_protocol_version: routing => routing.protocol_version,
  chatbot_search_method: routing => routing.method,
  chatbot_search_schema_version: routing => routing.schema_version,
  chatbot_search_default_mode: routing => routing.default_mode,
  chatbot_search_adapter_count: routing => routing.adapters.length,
  chatbot_search_brokered_source_count: routing => routing.brokered_discovery.eligible_source_count,
}
const COMMIT = /^[0-9a-f]{40}$/
const SHA256 = /^[0-9a-f]{64}$/
const LIMIT = 32_000_000
const PATIENCE = 20_000

// The bootstrap does not hold; the message names what disagrees or cannot be read.
export class IdentityGap extends Error {}

function require (holds, what) {
  if (!holds) throw new IdentityGap(what)
}

// {releaseId, routingSha256, routing, sources: Map by id}. Throws IdentityGap.
export async function pin (net) {
  const main = await json(net, MAIN, 'main')
  const releaseId = main?.commit?.sha
  require(typeof releaseId === 'string' && COMMIT.test(releaseId), 'main names no commit')

  const index = parsed((await file(net, 'releases/index.json')).bytes, 'the index')
  require(index?.current_release_id === releaseId, 'the index names another commit than main as current')
  const entries = Array.isArray(index.releases) ? index.releases.filter(each => each?.release_id === releaseId) : []
  require(entries.length === 1, `the index has ${entries.length} entries for the pinned release`)
  const [entry] = entries
  require(entry.commit_sha === releaseId, 'the index entry belongs to another commit')
  require(SHA256.test(entry.manifest_sha256 ?? ''), 'the index entry has no SHA-256 of the manifest')
  require(COMMIT.test(entry.manifest_git_blob_sha1 ?? ''), 'the index entry has no blob id of the manifest')

  const within = path => `releases/${releaseId}/${path}`
  const proof = { sha256: entry.manifest_sha256, git_blob_sha1: entry.manifest_git_blob_sha1 }
  const manifest = parsed(proven(MANIFEST, await file(net, within(MANIFEST)), proof), 'the manifest')
  require(manifest?.release_id === releaseId && manifest.commit_sha === releaseId, 'the manifest is of another release')
  require(manifest.schema_version === '4.0.0', 'the manifest has an unknown schema version')
  require(manifest.repository_main_ref_api === MAIN, 'the manifest names the main of another repository')

  const contents = {}
  for (const path of FILES) {
    const listed = manifest.files?.[path]
    require(SHA256.test(listed?.sha256 ?? '') && COMMIT.test(listed?.git_blob_sha1 ?? ''),
      `the manifest does not list ${path} with its digests`)
    contents[path] = proven(path, await file(net, within(path)), listed)
  }
  const routing = parsed(contents[ROUTING], 'the routing file')
  agree(entry, manifest, routing)
  const registry = parsed(contents['registry.json'], 'the registry')
  require(Array.isArray(registry?.sources), 'the registry lists no sources')
  const sources = new Map(registry.sources.map(each => [each?.id, each]))
  require(sources.size === registry.sources.length && !sources.has(undefined), 'the registry has sources of one id')
  return { releaseId, routingSha256: manifest.files[ROUTING].sha256, routing, sources }
}

function agree (entry, manifest, routing) {
  const shaped = Array.isArray(routing?.adapters) && Array.isArray(routing?.bootstrap?.required_files) &&
    typeof routing?.brokered_discovery === 'object'
  require(shaped, 'the routing file is none')
  for (const [name, inRouting] of Object.entries(AGREED)) {
    const said = inRouting(routing)
    require(said !== undefined && entry[name] === said && manifest[name] === said,
      `index, manifest and routing file disagree on ${name}`)
  }
  const required = [...routing.bootstrap.required_files].sort()
  require(String(required) === String([MANIFEST, ...FILES].sort()), 'the routing file requires another set of files')
}

// The bytes, once blob id and digests agree.
function proven (path, { sha, bytes }, { sha256, git_blob_sha1: blob, bytes: length }) {
  require(sha === blob, `GitHub reports another blob id for ${path}`)
  require(length === undefined || length === bytes.length, `${path} has another length than the manifest says`)
  require(digest('sha256', bytes) === sha256, `the bytes of ${path} do not have the SHA-256 that is published`)
  const header = Buffer.from(`blob ${bytes.length}\0`)
  require(digest('sha1', Buffer.concat([header, bytes])) === blob, `the bytes of ${path} do not have its blob id`)
  return bytes
}

function digest (kind, bytes) {
  return createHash(kind).update(bytes).digest('hex')
}

// {sha, bytes} of a file at the ref of the snapshots. GitHub gives no content above a megabyte here: then by its blob.
async function file (net, path) {
  const found = await json(net, `${API}/contents/${path}?ref=${SNAPSHOTS}`, path)
  require(typeof found?.sha === 'string' && COMMIT.test(found.sha), `GitHub reports no blob id for ${path}`)
  const held = found.encoding === 'none' ? await json(net, `${API}/git/blobs/${found.sha}`, path) : found
  require(held?.encoding === 'base64' && typeof held.content === 'string', `GitHub gives no content of ${path}`)
  return { sha: found.sha, bytes: Buffer.from(held.content, 'base64') }
}

async function json (net, url, what) {
  let answer
  try {
    answer = await net.ask(url, { headers: { accept: 'application/vnd.github+json' }, limit: LIMIT, patience: PATIENCE })
  } catch (error) {
    throw new IdentityGap(`${what} cannot be read: ${error.message}`)
  }
  require(answer.status === 200, `${what} cannot be read: GitHub answers ${answer.status}`)
  return parsed(answer.body, what)
}

function parsed (bytes, what) {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new IdentityGap(`${what} is no JSON`)
  }
}
