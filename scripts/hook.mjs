// node scripts/hook.mjs AGENT: what Claude Code, Codex and Cursor run at an event of a session, with the event as JSON on
// standard input. It prints what memory adds to the session, and sends what is new of its transcript. A server that is
// down is silence. `npm run mneme -- connect AGENT` writes its address and token (~/.mneme/AGENT.json).
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const [agent = '', mode] = process.argv.slice(2)
const folder = path.join(os.homedir(), '.mneme')
/** One file a session: its transcript, and how many bytes of it were sent. */
const sessions = path.join(folder, 'sessions', agent)
/** Why nothing could be sent, which the next session begins with. */
const problemFile = path.join(folder, `${agent}.problem`)
/** An agent waits for its hooks, so a slow server is given up on. `waitMs` in the file is for one far away. */
const [START_MS, PROMPT_MS, SEND_MS] = [2_000, 1_000, 30_000]
const PROMPT_CHARS = 4_000
/** Of one call: the server accepts 500 lines and 1 MB. */
const [MOST_LINES, MOST_BYTES] = [400, 600_000]
/** Of what was said, and of what tools were given and gave. */
const [SAID_CHARS, TOOL_CHARS] = [100_000, 2_000]
const KEPT_MS = 7 * 86_400_000

const readJson = (file) => {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
const config = readJson(path.join(folder, `${agent}.json`))

/** The status and body of an answer; status 0 = no answer. */
async function post(to, body, ms) {
  const url = new URL(`${config.url.replace(/\/$/, '')}/api/v1/memory/${to}`)
  // Only what an event needs is loaded: it is most of a hook's time.
  const { request } = await import(url.protocol === 'https:' ? 'node:https' : 'node:http')
  const text = JSON.stringify(body)
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(ms)
    const none = () => {
      // Agents show it in their debug logs.
      if (signal.aborted) process.stderr.write(`Mneme at ${url.origin} did not answer within ${ms} ms.\n`)
      resolve({ status: 0, body: null })
    }
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      'x-mneme-time-zone': Intl.DateTimeFormat().resolvedOptions().timeZone ?? '',
      ...(config.token ? { authorization: `Bearer ${config.token}` } : {}),
    }
    const call = request(url, { method: 'POST', headers, signal }, (response) => {
      let got = ''
      response.setEncoding('utf8')
      response.on('data', (chunk) => {
        got += chunk
      })
      response.on('error', none)
      response.on('end', () => {
        const { statusCode: status } = response
        try {
          resolve({ status, body: JSON.parse(got) })
        } catch {
          // A proxy's error page says why; a page that says all is well is not Mneme's.
          if (status === 200) none()
          else resolve({ status, body: null })
        }
      })
    })
    call.on('error', none)
    call.end(text)
  })
}

const isRefused = (status) => [401, 403, 429].includes(status)
const problemIn = ({ status, body }) =>
  `Mneme: ${body?.error?.message ?? `the server answered ${status}.`}${
    status === 401 ? ` Connect again: npm run mneme -- connect ${agent} --token …` : ''
  }`

/** How each agent takes what is added to a session, and a line for the person. */
function say({ hook_event_name: hookEventName }, context, line) {
  if (!context && !line) return
  const told =
    agent === 'cursor'
      ? { continue: true, additional_context: [line, context].filter(Boolean).join('\n\n') }
      : {
          ...(context ? { hookSpecificOutput: { hookEventName, additionalContext: context } } : {}),
          ...(line ? { systemMessage: line } : {}),
        }
  process.stdout.write(JSON.stringify(told))
}

/** Sends in a process of its own, so that the agent does not wait. */
async function sendLater() {
  const { spawn } = await import('node:child_process')
  const options = { detached: true, stdio: 'ignore', windowsHide: true }
  spawn(process.execPath, [import.meta.filename, agent, 'send'], options).unref()
}

const nameOf = (session) => `${session.replace(/[^\w-]/g, '').slice(0, 100)}.json`
function noteSession(session, transcript) {
  const file = path.join(sessions, nameOf(session))
  if (!transcript || readJson(file)?.transcript === transcript) return
  fs.mkdirSync(sessions, { recursive: true, mode: 0o700 })
  fs.writeFileSync(file, JSON.stringify({ session, transcript, sent: 0 }))
}

async function atEvent(event) {
  const session = String(event.session_id ?? event.conversation_id ?? '')
  if (!session) return
  const name = String(event.hook_event_name).toLowerCase()
  if (name === 'sessionstart') {
    const found = await post('injection', { session }, config.waitMs ?? START_MS)
    let line = isRefused(found.status) ? problemIn(found) : ''
    if (!line && fs.existsSync(problemFile)) line = fs.readFileSync(problemFile, 'utf8')
    say(event, found.status === 200 ? found.body.text : '', line)
    if (found.status) await sendLater()
  } else if (name === 'userpromptsubmit' || name === 'beforesubmitprompt') {
    const prompt = String(event.prompt ?? '').slice(0, PROMPT_CHARS)
    const found = await post('injection', { session, prompt }, config.waitMs ?? PROMPT_MS)
    if (found.status === 200) say(event, found.body.text, '')
  } else if (name === 'stop' || name === 'precompact') {
    noteSession(session, event.transcript_path)
    await sendLater()
  }
}

/** A line without what no memory needs: `this` is what holds the value. */
function lean(key, value) {
  if (key === 'toolUseResult') return
  if (value?.type === 'tool_result') return { ...value, content: JSON.stringify(value.content ?? '') }
  if (typeof value !== 'string') return value
  const isSaid = /text$|^queued_command$/.test(this.type) || (key === 'content' && this.role)
  const most = isSaid ? SAID_CHARS : TOOL_CHARS
  return value.length > most ? `${value.slice(0, most)}…` : value
}

/** What a file has after its first `from` bytes. */
function bytesAfter(transcript, from) {
  const file = fs.openSync(transcript, 'r')
  try {
    const bytes = Buffer.alloc(Math.max(0, fs.fstatSync(file).size - from))
    return bytes.subarray(0, fs.readSync(file, bytes, 0, bytes.length, from))
  } finally {
    fs.closeSync(file)
  }
}

/** Whole lines after `from` that somebody said, in calls of a size that is accepted; `end` = where each ends. */
function* callsIn(transcript, from) {
  const bytes = bytesAfter(transcript, from)
  let [events, size, at] = [[], 0, 0]
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, at)) {
    const start = at
    at = end + 1
    try {
      const line = JSON.parse(bytes.toString('utf8', start, end))
      if (line.message?.role ?? line.role ?? line.payload?.role ?? line.attachment?.prompt) {
        const kept = JSON.stringify(line, lean)
        const key = String(line.uuid ?? line.payload?.id ?? from + start)
        if (events.length && (events.length >= MOST_LINES || size + kept.length > MOST_BYTES)) {
          yield { events, end: from + start }
          events = []
          size = 0
        }
        events.push({ key, line: JSON.parse(kept) })
        size += Buffer.byteLength(kept)
      }
    } catch {}
  }
  yield { events, end: from + at }
}

/** The rest of one that fails is sent at a later event. False if the others would fail too. */
async function sendSession(file) {
  const { session, transcript, sent } = readJson(file) ?? {}
  const stat = transcript && fs.statSync(transcript, { throwIfNoEntry: false })
  if (!stat || (stat.size === sent && Date.now() - stat.mtimeMs > KEPT_MS)) {
    fs.rmSync(file, { force: true })
    return true
  }
  if (stat.size === sent) return true
  for (const { events, end } of callsIn(transcript, sent > stat.size ? 0 : sent)) {
    const answer = events.length ? await post('events', { agent, session, events }, SEND_MS) : { status: 200 }
    if (isRefused(answer.status)) fs.writeFileSync(problemFile, problemIn(answer))
    // What the server cannot read (400, 413) is not sent again.
    if (![200, 400, 413].includes(answer.status)) return answer.status !== 0 && !isRefused(answer.status)
    fs.rmSync(problemFile, { force: true })
    fs.writeFileSync(file, JSON.stringify({ session, transcript, sent: end }))
  }
  return true
}

async function send() {
  if (!fs.existsSync(sessions)) return
  // A transcript that cannot be read holds back no other.
  for (const name of fs.readdirSync(sessions))
    if (!(await sendSession(path.join(sessions, name)).catch(() => true))) return
}

try {
  if (config && mode === 'send') await send()
  else if (config) await atEvent(JSON.parse(fs.readFileSync(0, 'utf8')))
} catch {
  // Whatever goes wrong here, the agent's session goes on.
}
