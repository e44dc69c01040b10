// node scripts/mcp.mjs [--all]: Mneme's MCP server over stdio. Every call goes to the running server, so memory is
// indexed once; if none runs here, one is started. MNEME_TOKEN is the access token; MNEME_URL names a server elsewhere.
import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { CAPABILITIES, INSTRUCTIONS, SERVER } from '../lib/mcp/about.mjs'
import { loadEnvFile, root } from './bootstrap.mjs'

loadEnvFile()
const { MNEME_URL, MNEME_TOKEN, HOST = '127.0.0.1', PORT = '3000' } = process.env
const base = (MNEME_URL ?? `http://${['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST}:${PORT}`).replace(
  /\/$/,
  '',
)
const address = `${base}/api/mcp${process.argv.includes('--all') ? '?tools=all' : ''}`
const PROTOCOL = '2026-07-28'
/** The first start builds the app. */
const START_MS = 600_000
/** How long to go on waiting after a failed start: another program may be starting Mneme. */
const OTHER_MS = 5_000
const METHODS = {
  'tools/list': null,
  'tools/call': 'name',
  'resources/list': null,
  'resources/templates/list': null,
  'resources/read': 'uri',
  'prompts/list': null,
  'prompts/get': 'name',
}

const isUp = () =>
  fetch(`${base}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Starts the server unless one runs; one that another program started meanwhile will do as well. */
async function start() {
  if (await isUp()) return
  if (MNEME_URL) throw new Error(`No Mneme answers at ${base}.`)
  const env = { ...process.env }
  delete env.MNEME_TOKEN
  let until = Date.now() + START_MS
  const options = { cwd: root, detached: true, stdio: 'ignore', env }
  const server = spawn(process.execPath, ['scripts/start.mjs'], options)
  server.once('exit', () => {
    until = Math.min(until, Date.now() + OTHER_MS)
  })
  server.unref()
  for (; Date.now() < until; await sleep(250)) if (await isUp()) return
  throw new Error(`Mneme could not be started at ${base}. Run "npm start" to see why.`)
}
let running = null
const started = () => {
  running ??= start().catch((error) => {
    running = null
    throw error
  })
  return running
}

const failed = (message) => new ProtocolError(ProtocolErrorCode.InternalError, message)
/** A header's value in ASCII, as the protocol encodes others. */
const headerOf = (text) =>
  /^[\x21-\x7e]*$/.test(text) ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`

/** Sends a request to the server in the new protocol, whichever the client speaks. */
async function forward(server, method, params = {}, { mcpReq }) {
  await started().catch((error) => {
    throw failed(error.message)
  })
  const { _meta = {}, ...given } = params
  const { inputResponses } = mcpReq
  const requestState = mcpReq.requestState()
  const envelope = mcpReq.envelope ?? {
    [CLIENT_INFO_META_KEY]: server.getClientVersion() ?? SERVER,
    [CLIENT_CAPABILITIES_META_KEY]: server.getClientCapabilities() ?? {},
  }
  const body = {
    jsonrpc: '2.0',
    id: 1,
    method,
    params: {
      ...given,
      ...(inputResponses ? { inputResponses } : {}),
      ...(requestState === undefined ? {} : { requestState }),
      _meta: { ..._meta, ...mcpReq._meta, ...envelope, [PROTOCOL_VERSION_META_KEY]: PROTOCOL },
    },
  }
  const name = METHODS[method]
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': PROTOCOL,
      'mcp-method': method,
      ...(name ? { 'mcp-name': headerOf(String(given[name])) } : {}),
      'x-mneme-time-zone': Intl.DateTimeFormat().resolvedOptions().timeZone ?? '',
      ...(MNEME_TOKEN ? { authorization: `Bearer ${MNEME_TOKEN}` } : {}),
    },
    body: JSON.stringify(body),
    signal: mcpReq.signal,
  }).catch((error) => {
    // The next call looks for a server, or starts one.
    running = null
    throw failed(`Mneme does not answer: ${error.cause?.message ?? error.message}`)
  })
  const { error, result } = await answerOf(response, (notification) => mcpReq.notify(notification))
  if (error)
    throw typeof error.code === 'number'
      ? new ProtocolError(error.code, error.message, error.data)
      : failed(error.message)
  const { resultType, ...rest } = result
  return resultType === 'complete' ? rest : result
}

/** The message that answers; notifications before it are passed on. */
async function answerOf(response, notify) {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream'))
    return response.json().catch(() => ({ error: { message: `Mneme answered ${response.status}.` } }))
  const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
  for await (const { data } of events) {
    const { jsonrpc, id, ...message } = JSON.parse(data)
    if (id !== undefined) return message
    await notify(message)
  }
  throw failed('The connection to Mneme was lost.')
}

serveStdio(() => {
  const server = new Server(SERVER, { capabilities: CAPABILITIES, instructions: INSTRUCTIONS })
  for (const method of Object.keys(METHODS))
    server.setRequestHandler(method, ({ params }, context) => forward(server, method, params, context))
  return server
})
// While the client still reads what there is.
started().catch(() => {})
