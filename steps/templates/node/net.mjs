// HTTPS for one task: through the proxy that the environment names, one hop at a time, bounded in size and time.
//
// Node 20 does not read HTTPS_PROXY, so the tunnel (RFC 9110, section 9.3.6) is dug here: CONNECT to the proxy, then TLS
// with the server inside it. Certificates are trusted as Node trusts them; NODE_EXTRA_CA_CERTS adds to them.

import http from 'node:http'
import https from 'node:https'
import tls from 'node:tls'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

const USER_AGENT = 'node-brokered-host/1.0 (+https://github.com/hoiyu915-droid/open-scholarly-sources)'
const UNPACKERS = {
  gzip: promisify(zlib.gunzip),
  deflate: promisify(zlib.inflate),
  br: promisify(zlib.brotliDecompress),
}

// Why there is no whole answer. `status` and `headers` are those of an answer that broke off, otherwise null.
export class NoAnswer extends Error {
  constructor (reason, status = null, headers = {}) {
    super(reason)
    this.status = status
    this.headers = headers
  }
}

class TunnelAgent extends https.Agent {
  constructor (proxy) {
    super({ keepAlive: true, maxSockets: 4 })
    this.proxy = proxy
  }

  createConnection (options, done) {
    const authority = `${options.host}:${options.port}`
    const asked = http.request({
      host: this.proxy.hostname,
      port: this.proxy.port || 80,
      method: 'CONNECT',
      path: authority,
      headers: { host: authority, ...credentials(this.proxy) },
      agent: false,
    })
    asked.once('error', done)
    asked.once('connect', (response, socket) => {
      if (response.statusCode !== 200) {
        socket.destroy()
        done(new Error(`the proxy refuses ${authority} with ${response.statusCode}`))
        return
      }
      const secured = tls.connect({ socket, servername: options.host, ALPNProtocols: ['http/1.1'] })
      secured.once('error', done)
      secured.once('secureConnect', () => {
        secured.removeListener('error', done)
        done(null, secured)
      })
    })
    asked.end()
  }
}

function credentials ({ username, password }) {
  if (!username) return {}
  const told = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(told).toString('base64')}` }
}

// The connections of one task. Nothing is retried here: whoever asks again must know why.
export class Net {
  constructor (deadline) {
    this.deadline = deadline // milliseconds since the epoch
    const proxy = process.env.HTTPS_PROXY || process.env.https_proxy
    this.agent = proxy ? new TunnelAgent(new URL(proxy)) : new https.Agent({ keepAlive: true, maxSockets: 4 })
  }

  close () {
    this.agent.destroy()
  }

  // {status, headers, body} of one request; a redirect is an answer. Throws NoAnswer.
  ask (url, { method = 'GET', headers = {}, body = null, limit, patience }) {
    const left = Math.min(patience, this.deadline - Date.now())
    if (left <= 0) return Promise.reject(new NoAnswer('the time for this task is over'))
    return new Promise((resolve, reject) => {
      const request = https.request(url, {
        agent: this.agent,
        method,
        headers: {
          'user-agent': USER_AGENT,
          'accept-encoding': 'gzip',
          ...headers,
          ...(body === null ? {} : { 'content-length': Buffer.byteLength(body) }),
        },
      })
      const timer = setTimeout(() => request.destroy(new Error(`no answer within ${left} ms`)), left)
      const fail = (error, response) => {
        clearTimeout(timer)
        request.destroy()
        reject(new NoAnswer(error.message || error.code || 'no answer', response?.statusCode, response?.headers))
      }
      request.once('error', error => fail(error))
      request.once('response', response => {
        const chunks = []
        let size = 0
        response.on('data', chunk => {
          size += chunk.length
          if (size > limit) fail(new Error(`an answer of more than ${limit} bytes`), response)
          else chunks.push(chunk)
        })
        response.once('error', error => fail(error, response))
        response.once('end', () => {
          clearTimeout(timer)
          unpacked(Buffer.concat(chunks), response.headers['content-encoding'], limit).then(
            whole => resolve({ status: response.statusCode, headers: response.headers, body: whole }),
            error => fail(error, response))
        })
      })
      request.end(body)
    })
  }
}

async function unpacked (body, encoding = 'identity', limit) {
  if (encoding === 'identity' || body.length === 0) return body
  const unpack = UNPACKERS[encoding]
  if (!unpack) throw new Error(`the encoding ${encoding} was not asked for`)
  return unpack(body, { maxOutputLength: limit })
}
