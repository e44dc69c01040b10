import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { parseJsonEventStream, uiMessageChunkSchema } from 'ai'
import { z } from 'zod'
import { parseEnv, setEnv } from '@/lib/config/env'
import type { TurnDto } from '@/lib/shared/dto'
import type { Result } from '@/lib/shared/errors'
import type { StartTurnInput } from '@/lib/shared/schemas'
import type { LiveChunk } from '@/lib/shared/turn/stream'
import { bundle } from '@/scripts/bundle.mjs'
import { freePort } from '@/scripts/free-ports.mjs'

export const root = path.resolve(import.meta.dirname, '..')
type Child = { process: ChildProcess; stop(): Promise<void> }

/** Ends a process and waits for it, with a kill after five seconds. */
async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), 5_000)
  await ended
  clearTimeout(late)
}

/**
 * Runs a TypeScript file of the project in its own process; resolves with the JSON of its first line. @throws
 * if it exits before that.
 */
export async function startScript(file: string, args: string[]): Promise<Child & { url: string }> {
  const child = spawn(process.execPath, [await bundle(file), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const { stdout } = child
  if (!stdout) throw new Error(`${file} has no output`)
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: stdout }).once('line', resolve)
    child.once('exit', (code) => reject(new Error(`${file} ended with code ${code} before it was ready`)))
  })
  const { url } = JSON.parse(line) as { url: string }
  return { process: child, url, stop: () => stopChild(child) }
}

/** Builds the app if a source has changed, as `npm start` does, and sets the environment. @throws if it fails. */
export function ensureBuilt() {
  const done = spawnSync(
    process.execPath,
    ['-e', "import('./scripts/bootstrap.mjs').then((b) => b.build())"],
    { cwd: root, stdio: 'inherit' },
  )
  if (done.status !== 0) throw new Error('The app could not be built.')
  const env = parseEnv({})
  if (env.ok) setEnv(env.env)
}

export type NextServer = Child & { port: number; url: string; logFile: string }
/** A server that starts beside others at full load waits for its share of the processor. */
const READY_MS = 180_000

/**
 * Starts `next start` on a free port, or on `at`, with a clean environment. Its log goes to a file in `folder`. @throws
 * with the log if it does not start.
 */
export async function startNext(
  folder: string,
  env: Record<string, string>,
  at?: number,
): Promise<NextServer> {
  const port = at ?? (await freePort())
  const logFile = path.join(folder, `next-${port}.log`)
  const log = openSync(logFile, 'a')
  // Keys and addresses of this shell must not reach a bench.
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(OPENAI|MNEME|REFLECTIVE|ENABLE_|DATABASE_URL|OTEL)/.test(name),
    ),
  )
  const own = {
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    NEXT_MANUAL_SIG_HANDLE: 'true',
    HOST: '127.0.0.1',
    PORT: String(port),
    MNEME_DATA_DIR: folder,
    ...env,
  } as const
  // Not through node_modules/.bin, because the measured process must be the server itself.
  const child = spawn(
    process.execPath,
    [
      '--max-semi-space-size=32',
      'node_modules/next/dist/bin/next',
      'start',
      '-H',
      '127.0.0.1',
      '-p',
      String(port),
    ],
    { cwd: root, stdio: ['ignore', log, log], env: { ...inherited, ...own } as NodeJS.ProcessEnv },
  )
  closeSync(log)
  const url = `http://127.0.0.1:${port}`
  for (const since = Date.now(); ; ) {
    const health = await healthOf(url)
    if (health === 'ok') return { process: child, port, url, logFile, stop: () => stopChild(child) }
    if (child.exitCode !== null || Date.now() - since > READY_MS) {
      await stopChild(child)
      throw new Error(
        `next start did not come up (${health}):\n${readFileSync(logFile, 'utf8').slice(-2_000)}`,
      )
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const healthOf = (url: string) =>
  fetch(`${url}/api/health`, { signal: AbortSignal.timeout(10_000) }).then(
    (response) => (response.ok ? 'ok' : String(response.status)),
    (error: Error) => String(error.cause ?? error),
  )

const manifest = z.object({
  node: z.record(
    z.string(),
    z.object({ exportedName: z.string().optional(), filename: z.string().optional() }),
  ),
})

/** The id of a server action in the build. @throws if the build has no such action. */
export function actionId(file: string, name: string): string {
  const { node } = manifest.parse(
    JSON.parse(readFileSync(path.join(root, '.next/server/server-reference-manifest.json'), 'utf8')),
  )
  const found = Object.entries(node).find(
    ([, action]) => action.exportedName === name && action.filename === file,
  )
  if (!found) throw new Error(`the build has no server action ${name}`)
  return found[0]
}

/** A client: the server's address, and the cookie that identifies the person. */
export type Person = { url: string; cookie: string | null; startTurn: string }

/** Parts of a response by id; part `0` is React's own. */
type Line = { id: string; value: unknown }

/** Reads the lines of React's wire format that carry plain values (`id:json`) and skips the others. */
async function* lines(body: ReadableStream<Uint8Array>): AsyncGenerator<Line> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of body) {
    const parts = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = parts.pop() ?? ''
    for (const part of parts) {
      const colon = part.indexOf(':')
      const text = part.slice(colon + 1)
      if (text.startsWith('{')) yield { id: part.slice(0, colon), value: JSON.parse(text) }
    }
  }
}

type Started = Result<{ turn: TurnDto; stream: string }>
const isAnswer = (value: unknown): value is Started =>
  typeof value === 'object' && value !== null && 'ok' in value

/** Calls a server action as the browser does. */
export const postAction = (
  person: Person,
  page: string,
  action: string,
  input: object,
  signal: AbortSignal,
) =>
  fetch(`${person.url}${page}`, {
    method: 'POST',
    headers: {
      'next-action': action,
      'content-type': 'text/plain;charset=UTF-8',
      accept: 'text/x-component',
      origin: person.url,
      ...(person.cookie ? { cookie: person.cookie } : {}),
    },
    body: JSON.stringify([input]),
    signal,
  })

/**
 * Calls the server action `startTurn` as the browser does. Yields the acknowledgement first, then the
 * chunks of its stream.
 */
export async function* callStartTurn(
  person: Person,
  input: StartTurnInput,
  signal: AbortSignal,
): AsyncGenerator<{ started: TurnDto } | { chunk: LiveChunk }> {
  const page = `/c/${input.conversationId}`
  const response = await postAction(person, page, person.startTurn, input, signal)
  if (!response.ok || !response.body)
    throw new Error(`the action answered ${response.status}: ${(await response.text()).slice(0, 300)}`)
  let streamId: string | null = null
  for await (const { id, value } of lines(response.body)) {
    if (streamId === null && isAnswer(value)) {
      if (!value.ok) throw new Error(`the action failed: ${value.error.message}`)
      streamId = value.value.stream.replace(/^\$/, '')
      yield { started: value.value.turn }
    } else if (id === streamId) yield { chunk: value as LiveChunk }
  }
}

/** Follows a turn from its beginning, like the browser does after the action's stream. */
export async function* follow(
  person: Person,
  turnId: string,
  signal: AbortSignal,
): AsyncGenerator<LiveChunk> {
  const response = await fetch(`${person.url}/api/turns/${turnId}/events`, {
    headers: person.cookie ? { cookie: person.cookie } : {},
    signal,
  })
  if (!response.ok || !response.body)
    throw new Error(`following answered ${response.status}: ${(await response.text()).slice(0, 300)}`)
  const chunks = parseJsonEventStream({ stream: response.body, schema: uiMessageChunkSchema })
  for await (const chunk of chunks) {
    if (!chunk.success) throw chunk.error
    yield chunk.value as LiveChunk
  }
}
