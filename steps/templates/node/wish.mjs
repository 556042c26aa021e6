// What the user wants: a search, a recommendation, or something this host does not do.

const REGISTRY = /\bOA repo(sitory)?\b|open scholarly sources|開放取用登錄|registry/i
const SEARCHES = /\bsearch(es|ed|ing)?\b|搜尋|搜索|檢索|找[^。？?]{0,8}文獻/i
const FORBIDS_BROKER = new RegExp(
  '\\b(do not|don.t|never|without|no|not)\\b[^.?!]{0,40}\\b(search (engine|service|tool)|web search|broker)s?\\b' +
  '|(不要|不得|不可|不能|不准|別|勿)[^。？?]{0,10}(搜尋引擎|搜索引擎|搜尋服務|搜尋工具|網頁搜尋)', 'i')
const TOPIC = [/\bsearch (?:for|on|about) (.+?)(?: in | from |[.?!]|$)/i, /搜[尋索]\s*(.+?)(?:的文獻|[。？]|$)/]

// {kind: 'search' | 'navigate' | 'decline', reason}
export function wish (task) {
  if (task.release_id !== null) return declined('this host searches the current release alone')
  if (task.mode !== null && task.mode !== 'registry_brokered') return declined(`this host has no mode ${task.mode}`)
  const said = task.utterance
  if (task.mode === null && FORBIDS_BROKER.test(said)) {
    return declined('this host finds through a search service, which the user rules out')
  }
  if (SEARCHES.test(said) && (REGISTRY.test(said) || task.sources)) return { kind: 'search', reason: null }
  return { kind: 'navigate', reason: 'no search was ordered' }
}

function declined (reason) {
  return { kind: 'decline', reason }
}

export function topicOf (task) {
  if (task.topic) return task.topic
  const found = TOPIC.map(each => each.exec(task.utterance)).find(Boolean)
  return found ? found[1].trim() : task.utterance
}
