#!/bin/sh
# A small chatbot host in POSIX shell: curl fetches, awk reads JSON. It pins the release, searches the sources that the
# user names and opens the first candidate of each. Whatever it cannot do it says so. It needs curl, awk, base64.

set -u
LC_ALL=C
export LC_ALL
repository=hoiyu915-droid/open-scholarly-sources
api=https://api.github.com/repos/$repository
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# JSON to lines of path<TAB>value, strings without their quotes and still escaped: .results.1.url<TAB>https:…
flat() {
  awk '
    BEGIN { RS = "\001"; token = "^(\"([^\"\\\\]|\\\\.)*\"|[-+.0-9eE]+|true|false|null|[][{},:])" }
    { text = $0 }
    END {
      depth = 0; key = ""; path[0] = ""
      while (length(text)) {
        # in pieces, for shortening a long text again and again costs its length each time
        piece = substr(text, 1, 4096); text = substr(text, 4097)
        while (length(piece)) {
          if (match(piece, /^[ \t\r\n]+/)) { piece = substr(piece, RLENGTH + 1); continue }
          if (!match(piece, token) || (RLENGTH == length(piece) && length(text) && piece !~ /^[][{},:]/)) {
            if (!length(text)) exit (length(piece) > 0)
            piece = piece substr(text, 1, 65536); text = substr(text, 65537)
            continue
          }
          said = substr(piece, 1, RLENGTH); piece = substr(piece, RLENGTH + 1)
          if (said == "{" || said == "[") {
            path[depth + 1] = path[depth] place(); depth++; kind[depth] = said; count[depth] = 1; key = ""
          } else if (said == "}" || said == "]") depth--
          else if (said == ",") { count[depth]++; key = "" }
          else if (said == ":") continue
          else if (kind[depth] == "{" && key == "") key = unquoted(said)
          else { print path[depth] place() "\t" unquoted(said) }
        }
      }
    }
    function place() { return depth == 0 ? "" : "." (kind[depth] == "{" ? key : count[depth]) }
    function unquoted(said) { return said ~ /^"/ ? substr(said, 2, length(said) - 2) : said }
  '
}

# The value at a path in a flattened file; nothing if there is none.
at() { awk -F '\t' -v path="$2" '$1 == path { print $2; exit }' "$1"; }

# The number of the entry of a list whose member has this value: entry FILE LIST MEMBER VALUE; one line for each.
entry() {
  awk -F '\t' -v list="$2." -v member=".$3" -v value="$4" '
    index($1, list) == 1 && $2 == value {
      rest = substr($1, length(list) + 1); number = rest; sub(/\..*/, "", number)
      if (rest == number member) print number
    }' "$1"
}

is_hex() { printf '%s' "$1" | grep -Eq "^[0-9a-f]{$2}\$"; }

stop() { # the bootstrap does not hold
  printf '{"outcome":"BOOTSTRAP_IDENTITY_GAP","reason":"%s",%s,"mode":"registry_brokered","recommended_sources":[],' "$1" \
    '"registry_release_id":null,"main_ref_commit_sha":null,"routing_sha256":null'
  printf '"selected_sources":[],"traces":[],"rejected_candidates":[],"items":[],'
  printf '"gaps":[{"source_id":null,"status":"BOOTSTRAP_IDENTITY_GAP","detail":"%s"}],"answer":"Stopped: %s."}\n' "$1" "$1"
  exit 0
}

decline() {
  printf '{"outcome":"REFUSED","reason":"%s","registry_release_id":null,"main_ref_commit_sha":null,' "$1"
  printf '"routing_sha256":null,"mode":"registry_brokered","recommended_sources":[],"selected_sources":[],"traces":[],'
  printf '"rejected_candidates":[],"items":[],"gaps":[],"answer":"I did not search: %s."}\n' "$1"
  exit 0
}

fetch() { # URL FILE: JSON from GitHub, flattened; fails unless the answer is 200
  code=$(curl -sS -m 20 --max-filesize 33554432 -H 'Accept: application/vnd.github+json' -o "$work/answer" \
    -w '%{http_code}' "$1") || return 1
  [ "$code" = 200 ] && flat < "$work/answer" > "$2"
}

# PATH NAME: a file at the ref of the snapshots, as $work/NAME, flattened if it is JSON; its blob id is in $blob
file() {
  fetch "$api/contents/$1?ref=release-snapshots" "$work/meta" || stop "$1 cannot be read"
  blob=$(at "$work/meta" .sha)
  is_hex "$blob" 40 || stop "GitHub reports no blob id for $1"
  if [ "$(at "$work/meta" .encoding)" = none ]; then
    fetch "$api/git/blobs/$blob" "$work/meta" || stop "$1 cannot be read by its blob"
  fi
  [ "$(at "$work/meta" .encoding)" = base64 ] || stop "GitHub gives no content of $1"
  at "$work/meta" .content | sed 's/\\n//g' | base64 -d > "$work/$2.raw" || stop "the content of $1 is no base64"
  case $1 in
    *.json) flat < "$work/$2.raw" > "$work/$2" || stop "$1 is no JSON" ;;
  esac
}

# PATH NAME: a file of the release, its blob id compared with what the manifest lists
released() {
  listed=$(at "$work/manifest" ".files.$1.git_blob_sha1")
  is_hex "$listed" 40 || stop "the manifest does not list $1"
  file "releases/$release/$1" "$2"
  [ "$blob" = "$listed" ] || stop "GitHub reports another blob id for $1"
}

pin() {
  fetch "$api/branches/main" "$work/main" || stop 'main cannot be read'
  release=$(at "$work/main" .commit.sha)
  is_hex "$release" 40 || stop 'main names no commit'
  file releases/index.json index
  [ "$(at "$work/index" .current_release_id)" = "$release" ] || stop 'main and index disagree'
  number=$(entry "$work/index" .releases release_id "$release")
  case $number in '' | *[!0-9]*) stop 'no single entry of the index is that of the pin' ;; esac
  of_index() { at "$work/index" ".releases.$number.$1"; }
  [ "$(of_index commit_sha)" = "$release" ] || stop 'the index entry belongs to another commit'
  is_hex "$(of_index manifest_sha256)" 64 || stop 'the index entry has no SHA-256 of the manifest'
  is_hex "$(of_index manifest_git_blob_sha1)" 40 || stop 'the index entry has no blob id of the manifest'

  file "releases/$release/release-manifest.json" manifest
  [ "$blob" = "$(of_index manifest_git_blob_sha1)" ] || stop 'GitHub reports another blob id for the manifest'
  [ "$(at "$work/manifest" .release_id)$(at "$work/manifest" .commit_sha)" = "$release$release" ] ||
    stop 'the manifest is that of another release'
  [ "$(at "$work/manifest" .schema_version)" = 4.0.0 ] || stop 'the manifest has an unknown schema version'
  [ "$(at "$work/manifest" .repository_main_ref_api)" = "$api/branches/main" ] ||
    stop 'the manifest names the main of another repository'
  released registry.json registry
  released chatbot-search-routing.json routing
  released chatbot-search-protocol.md protocol
  released chatbot-entry.txt entry
  released schemas/chatbot-search-routing.schema.json schema

  agree chatbot_search_protocol_version "$(at "$work/routing" .protocol_version)"
  agree chatbot_search_method "$(at "$work/routing" .method)"
  agree chatbot_search_schema_version "$(at "$work/routing" .schema_version)"
  agree chatbot_search_default_mode "$(at "$work/routing" .default_mode)"
  agree chatbot_search_adapter_count "$(grep -c '^\.adapters\.[0-9]*\.adapter_id	' "$work/routing")"
  agree chatbot_search_brokered_source_count "$(at "$work/routing" .brokered_discovery.eligible_source_count)"
  required=$(awk -F '\t' '$1 ~ /^\.bootstrap\.required_files\.[0-9]+$/ { print $2 }' "$work/routing" | sort | tr '\n' ' ')
  [ "$required" = 'chatbot-entry.txt chatbot-search-protocol.md chatbot-search-routing.json registry.json release-manifest.json schemas/chatbot-search-routing.schema.json ' ] ||
    stop 'the routing file requires another set of files'
  digest=$(at "$work/manifest" .files.chatbot-search-routing.json.sha256)
}

agree() {
  [ -n "$2" ] && [ "$(of_index "$1")" = "$2" ] && [ "$(at "$work/manifest" ".$1")" = "$2" ] ||
    stop "index, manifest and routing file disagree on $1"
}

now() { date -u +%Y-%m-%dT%H:%M:%SZ; }

# A value as JSON: null if it is empty, otherwise text that is already escaped.
text() { if [ -n "$1" ]; then printf '"%s"' "$1"; else printf null; fi; }

search() { # SOURCE_ID: sets what the trace says, and $status and $why
  id=$1 host='' query='' count=null url='' seen='' code=null type='' parser='' verified=null original=null
  identity='' class='' key='' when='' title=''
  number=$(entry "$work/registry" .sources id "$id")
  of_source() { at "$work/registry" ".sources.$number.$1"; }
  status=NO_CANONICAL_SEARCH_ROUTE why='it is not active, lacks the discovery role or has no safe URL'
  [ "$(of_source status)" = active ] || return
  awk -F '\t' -v list=".sources.$number.access_roles." '
    index($1, list) == 1 && $2 == "discovery" { found = 1 } END { exit !found }' "$work/registry" || return
  canonical=$(of_source canonical_url)
  printf '%s' "$canonical" | grep -Eq '^https://([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}([/?][^#[:space:]]*)?$' || return
  name=$(of_source name)
  host=$(printf '%s' "$canonical" | sed 's|^https://||; s|[/?].*||')
  status=SEARCH_BROKER_GAP why='there is no search tool that filters by domain'
  if [ "$(at "$work/task" .task.tools.web_search.domain_filter)" != true ]; then host=''; return; fi
  query="$topic $name"
  when=$(now)
  why='the broker gave no answer'
  answered=$(printf '{"query":"%s","domains":["%s"],"max_results":10}' "$query" "$host" |
    curl -sS -m 10 --max-filesize 4194304 -H 'Content-Type: application/json' -H 'Accept: application/json' \
      --data-binary @- -o "$work/answer" -w '%{http_code}' "$(at "$work/task" .task.tools.web_search.url)") || return
  [ "$answered" = 200 ] || return
  why='the broker gave no list of results'
  flat < "$work/answer" > "$work/found" || return
  grep -q '"results"[[:space:]]*:[[:space:]]*\[' "$work/answer" || return
  count=$(grep -c '^\.results\.[0-9]*\.url	' "$work/found")
  why='the answer of the broker contradicts the search'
  [ "$(at "$work/found" .result_count)" = "$count" ] || [ -z "$(at "$work/found" .result_count)" ] || return
  case $(awk -F '\t' '$1 ~ /^\.applied_domains/ { print $2 }' "$work/found") in
    "$host") ;;
    '') if grep -q '"applied_domains"' "$work/answer"; then return; fi ;;
    *) return ;;
  esac
  status=NO_RESULTS why=''
  [ "$count" -gt 0 ] || return
  open_first
}

open_first() {
  status=SOURCE_IDENTITY_GAP why='no candidate could be opened'
  [ "$(at "$work/task" .task.tools.open_page)" != null ] || status=ORIGINAL_FETCH_GAP
  awk -F '\t' '$1 ~ /^\.results\.[0-9]+\.url$/ { print $2 }' "$work/found" > "$work/urls"
  if [ "$status" = SOURCE_IDENTITY_GAP ]; then
    url=$(grep -E '^https://[a-z0-9.-]+[/?][!"$-[^-~]*$' "$work/urls" | grep -F "https://$host" |
      grep -E "^https://[^/?]*[/?]" | awk -v host="$host" '{ split($0, part, /[\/?]/); if (part[3] == host) print }' |
      grep -Eiv '^[^?]*(%2f|%5c|%25|%c0|/(\.|%2e)(\.|%2e)?([/;?]|$))' | head -n 1)
  fi
  while IFS= read -r each; do
    [ "$each" = "$url" ] || rejected="$rejected$(printf '{"source_id":"%s","url":"%s","reason_code":"BUDGET","reason":"one candidate is opened, and only one that is plain"}' "$id" "$each"),"
  done < "$work/urls"
  [ -n "$url" ] || return
  identity=UNVERIFIED status=ORIGINAL_FETCH_GAP why='the page gave no answer'
  when=$(now)
  said=$(curl -sS -m 10 --max-filesize 4194304 -g --path-as-is -H 'Accept: text/html' -o "$work/page" \
    -w '%{http_code} %{content_type}' "$url") || return
  code=${said%% *} type=${said#* } seen=$url
  why='the page is no document'
  case "$code $type" in '200 text/html'*) [ -s "$work/page" ] || return ;; *) return ;; esac
  parser=registered_source_document_v1 original=true
  tr '\n' ' ' < "$work/page" | sed 's|<body.*||; s/<meta/\
<meta/g' > "$work/head"
  containers=$(meta citation_journal_title; meta prism.publicationName)
  verified=false status=SOURCE_IDENTITY_GAP why='the page does not name the source, and it alone, as its container'
  [ "$(printf '%s\n' "$containers" | sort -u)" = "$name" ] || return
  verified=true identity=VERIFIED class=registry_metadata status=SUCCESS why=''
  title=$(meta citation_title | head -n 1 | sed 's/\\/\\\\/g; s/"/\\"/g')
  doi=$(meta citation_doi | head -n 1 | sed 's|^https*://[a-z.]*doi.org/||; s|^doi:||' | tr 'A-Z' 'a-z')
  key=${doi:+doi:$doi}
  key=${key:-title:$title|$(meta citation_publication_date | head -n 1 | cut -c 1-4)}
  items="$items$(printf '{"title":"%s","source_ids":["%s"],"original_url":"%s","evidence_class":"registry_metadata","dedupe_key":"%s","facts":{"oa_status":null,"licence":null,"version":null,"peer_review":null,"publication_state":null}}' "$title" "$id" "$url" "$key"),"
}

meta() { # what the metas of this name in $work/head say
  sed -n "s/^<meta name=\"$1\" content=\"\([^\"]*\)\".*/\1/p" "$work/head" |
    sed "s/&lt;/</g; s/&gt;/>/g; s/&quot;/\"/g; s/&#x27;/'/g; s/&amp;/\\&/g"
}

report() {
  sources='' traces='' rejected='' items='' gaps='' answer=''
  for id in $ids; do
    search "$id"
    domains="[$([ -z "$query" ] || text "$host")]"
    [ -n "$query" ] && broker='"host-web-search","broker_operation":"search_query"' method='"registry_source_broker"' ||
      { broker='null,"broker_operation":null' method=null; }
    sources="$sources{\"source_id\":\"$id\",\"status\":\"$status\",\"broker_domains\":$domains},"
    traces="$traces{$pinned,\"mode\":\"registry_brokered\",\"discovery_method\":$method,\"broker_id\":$broker,"
    traces="$traces\"broker_query\":$(text "$query"),\"broker_domains\":$domains,\"broker_result_count\":$count,"
    traces="$traces\"source_route_id\":\"registry:$id\",\"adapter_id\":null,\"provider_source_id\":\"$id\","
    traces="$traces\"target_source_id\":\"$id\",\"candidate_url\":$(text "$url"),"
    traces="$traces\"candidate_identity_status\":$(text "$identity"),\"request_url\":$(text "$url"),"
    traces="$traces\"observed_url\":$(text "$seen"),\"redirect_chain\":[],\"http_status\":$code,"
    traces="$traces\"content_type\":$(text "$type"),\"parser\":$(text "$parser"),"
    traces="$traces\"source_identity_verified\":$verified,\"original_record_observed\":$original,"
    traces="$traces\"evidence_class\":$(text "$class"),\"observed_at\":$(text "$when"),"
    traces="$traces\"dedupe_key\":$(text "$key"),\"status\":\"$status\"},"
    [ -z "$why" ] || gaps="$gaps{\"source_id\":\"$id\",\"status\":\"$status\",\"detail\":\"$why\"},"
    answer="$answer$id: $status. ${title:+$title $url. }"
  done
  printf '{"outcome":"SEARCHED","reason":null,%s,"mode":"registry_brokered","recommended_sources":[],' "$pinned"
  printf '"selected_sources":[%s],"traces":[%s],"rejected_candidates":[%s],' "${sources%,}" "${traces%,}" "${rejected%,}"
  printf '"items":[%s],"gaps":[%s],"answer":"%s"}\n' "${items%,}" "${gaps%,}" "$answer"
}

flat > "$work/task" || { echo 'host.sh: the message is no JSON' >&2; exit 1; }
case $(at "$work/task" .type) in
  describe) printf '{"name":"shell-host","version":"0.1.0","capabilities":["registry_brokered"]}\n' ;;
  task)
    ids=$(awk -F '\t' '$1 ~ /^\.task\.sources\.[0-9]+$/ { print $2 }' "$work/task")
    [ -n "$ids" ] || decline 'this host searches only sources that the user names'
    [ "$(at "$work/task" .task.release_id)" = null ] || decline 'this host searches the current release alone'
    case $(at "$work/task" .task.mode) in
      null | registry_brokered) ;;
      *) decline 'this host has no strict mode' ;;
    esac
    [ "$(at "$work/task" .task.evidence)" = metadata ] || decline 'this host reports no full texts'
    topic=$(at "$work/task" .task.topic | sed 's/\\[^u]/ /g; s/[]:*(){}<>|[]/ /g; s/ OR / or /g; s/ AND / and /g; s/ NOT / not /g')
    pin
    pinned="\"registry_release_id\":\"$release\",\"main_ref_commit_sha\":\"$release\",\"routing_sha256\":\"$digest\""
    report
    ;;
  *) echo 'host.sh: no such message' >&2; exit 1 ;;
esac
