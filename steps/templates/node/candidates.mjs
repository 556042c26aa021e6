// Whether a URL that the broker or a redirect names may be requested. It is judged as it is written, character by
// character; parsers tidy up what matters here.

// null if it may be requested on this host; otherwise {code, why}.
export function objection (url, host) {
  const no = (code, why) => ({ code, why })
  if (typeof url !== 'string' || url.length > 2000) return no('MALFORMED', 'it is no URL')
  if (/[^!-~]/.test(url)) return no('MALFORMED', 'it holds a blank, a control character or a letter outside ASCII')
  const parts = /^([a-zA-Z][a-zA-Z0-9+.-]*):(.*)$/.exec(url)
  if (!parts) return no('NOT_HTTPS', 'it has no scheme')
  if (parts[1].toLowerCase() !== 'https') return no('NOT_HTTPS', `its scheme is ${parts[1]}`)
  if (!/^\/\/[^/\\]/.test(parts[2])) return no('MALFORMED', 'it has no host where one belongs')
  const [, authority, rest] = /^\/\/([^/?#\\]*)(.*)$/.exec(parts[2])
  if (authority.includes('@')) return no('USERINFO', 'it has a user')
  if (rest.startsWith('\\')) return no('MALFORMED', 'a backslash follows its host')
  if (/:\d*$/.test(authority) && !authority.startsWith('[')) return no('PORT', 'it has a port')
  if (authority.toLowerCase() !== host) return no('OFF_HOST', `its host is not ${host}`)
  if (rest.includes('#')) return no('FRAGMENT', 'it has a fragment')
  return pathObjection(rest.split('?', 1)[0])
}

function pathObjection (path) {
  if (/%(?![0-9a-fA-F]{2})/.test(path)) return { code: 'MALFORMED', why: 'it has an escape that is none' }
  if (/\\|%2f|%5c|%c0%af|%25(2f|5c|2e)/i.test(path)) {
    return { code: 'ENCODED_PATH', why: 'its path hides a slash, a backslash or a dot' }
  }
  const dots = path.split('/').some(each => /^\.{1,2}$/.test(each.split(';', 1)[0].replace(/%2e/gi, '.')))
  return dots ? { code: 'DOT_SEGMENT', why: 'its path has a dot segment' } : null
}

// Where a redirect leads, as a whole URL whose text can be judged; relative ones are completed (RFC 3986, section 5).
export function target (location, base) {
  if (/^[a-zA-Z][a-zA-Z0-9+.-]*:/.test(location)) return location
  if (location.startsWith('//')) return `https:${location}`
  const { origin, pathname } = new URL(base)
  if (location.startsWith('/')) return origin + location
  if (location.startsWith('?')) return origin + pathname + location
  return origin + pathname.slice(0, pathname.lastIndexOf('/') + 1) + location
}
