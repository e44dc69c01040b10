// npm run mneme -- import FILE | export: the memory of a person from and into files, also while the server
// runs.
import { randomUUID } from 'node:crypto'
import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { addAbortSignal, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { storageFailure } from '@/lib/base/storage-failure'
import { ownerNames } from '@/lib/config/access'
import { env } from '@/lib/config/env'
import { type Db, isPostgres, openDb, sqliteFile } from '@/lib/db/engine/client'
import { migrate } from '@/lib/db/engine/migrate'
import { keepPrivate } from '@/lib/db/engine/private-files'
import { storageProblem } from '@/lib/db/engine/storage-place'
import { ensureUser } from '@/lib/db/users'
import { countTokens } from '@/lib/model/tokens'
import { systemRuntime } from '@/lib/runtime/system-runtime'
import { MnemeError } from '@/lib/shared/errors'
import { importNotes } from '@/lib/shared/import-notes'
import { limits } from '@/lib/shared/limits'
import {
  FORMAT_NAMES,
  type ImportedConversation,
  type ImportProgress,
  type ImportReport,
} from '@/lib/shared/transfer'
import { type ByteFile, readAt } from '@/lib/transfer/archive/byte-file'
import { exportStream } from '@/lib/transfer/export'
import { importFile, importStream } from '@/lib/transfer/import'

const HELP = `Usage:
  npm run mneme -- import FILE [--owner NAME]
      Adds the conversations of a file: a Mneme export, ChatGPT's conversations.json, a Claude export,
      a list of messages with role and content, or recall data; or the ZIP file with conversations.json in it,
      as it was sent. FILE may be - for standard input (no ZIP).
  npm run mneme -- export [--conversation ID] [--out FILE] [--owner NAME]
      Writes everything, or one conversation, as JSON. Without --out to mneme-DATE.json; - is standard output.

--owner is a name of MNEME_ACCESS_TOKEN; needed where it names several people. The database is that of DATABASE_URL.
Ends with 0 when all went well (of what could not be taken the first 20 are named), 1 when nothing could be imported or something
failed, 2 for a wrong command, 130 when stopped by Ctrl-C.`

/** A wrong command: the sentence is for the person. */
class Usage extends Error {}

// biome-ignore lint/suspicious/noControlCharactersInRegex: titles come from files, and a terminal obeys what is in them
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g
const plain = (text: string) => text.replace(CONTROL, ' ')
const say = (line: string) => process.stderr.write(`${plain(line)}\n`)
/** Where `npm run` was typed; npm itself goes to the project. */
const fileAt = (name: string) => path.resolve(process.env.INIT_CWD ?? process.cwd(), name)

function asked(args: string[]) {
  try {
    const options = {
      owner: { type: 'string' },
      conversation: { type: 'string' },
      out: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    } as const
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
    const [command = '', file, ...more] = positionals
    if (values.help || command === 'help') return { ...values, command: 'help', file: undefined }
    if (command !== 'import' && command !== 'export')
      throw new Usage(command ? `There is no command "${command}".` : 'Say what to do: import or export.')
    if (more.length || (command === 'export' && file !== undefined))
      throw new Usage(`"${more[0] ?? file}" is one argument too many.`)
    if (command === 'import' && file === undefined) throw new Usage('Name the file to import.')
    if (command === 'import' && (values.conversation !== undefined || values.out !== undefined))
      throw new Usage('--conversation and --out are for export.')
    return { ...values, command, file }
  } catch (error) {
    throw error instanceof Usage ? error : new Usage((error as Error).message.split('. To specify')[0])
  }
}

function ownerOf(name: string | undefined): string {
  const names = ownerNames(env())
  if (name === undefined && names.length > 1)
    throw new Usage(`Say whose memory with --owner: ${names.join(', ')}.`)
  const owner = name ?? names[0] ?? ''
  if (!names.includes(owner))
    throw new Usage(`There is nobody named "${owner}" here. There is: ${names.join(', ')}.`)
  return owner
}

async function openMemory(create: boolean): Promise<Db> {
  const { DATABASE_URL, MNEME_DATA_DIR, MNEME_SECRET } = env()
  if (!create && !isPostgres(DATABASE_URL) && !existsSync(sqliteFile(DATABASE_URL)))
    throw new MnemeError(
      'not_found',
      `There is no database at ${sqliteFile(DATABASE_URL)}.`,
      'Check DATABASE_URL and MNEME_DATA_DIR.',
    )
  const problem = storageProblem(MNEME_DATA_DIR, DATABASE_URL, MNEME_SECRET !== undefined)
  if (problem) throw new MnemeError('unavailable', problem.message, problem.hint)
  keepPrivate(MNEME_DATA_DIR, DATABASE_URL)
  await migrate(DATABASE_URL, { backups: path.resolve(MNEME_DATA_DIR, 'backups') })
  return openDb(DATABASE_URL)
}

/** On a terminal one line that changes, else a line every few seconds. */
function progressLine(): (progress: ImportProgress) => void {
  const every = process.stderr.isTTY ? 200 : 5_000
  let last = Date.now()
  return ({ bytesRead, bytesTotal, conversations, turns, current }) => {
    if (Date.now() - last < every) return
    last = Date.now()
    const read = bytesTotal
      ? `${Math.floor((bytesRead / bytesTotal) * 100)} %`
      : `${(bytesRead / 1e6).toFixed(1)} MB`
    const line = `${read}, ${conversations} conversations, ${turns} turns${current ? `: ${current.slice(0, 40)}` : ''}`
    process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${plain(line)}` : `${plain(line)}\n`)
  }
}

const SHOWN = 20
/** Conversations of which there is something to say: the first ones by name, the others counted. */
function sayEach(
  status: 'added' | 'refused',
  list: ImportedConversation[],
  others: (count: number) => string,
) {
  for (const one of list.slice(0, SHOWN))
    say(`${status}: ${one.title || one.sourceId || 'a conversation without a name'}: ${one.reason}`)
  if (list.length > SHOWN) say(others(list.length - SHOWN))
}

function tell(report: ImportReport) {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
  const of = (status: ImportedConversation['status']) =>
    report.conversations.filter((one) => one.status === status)
  sayEach('refused', of('refused'), () => `and ${report.refused - SHOWN} more refused`)
  sayEach(
    'added',
    of('added').filter((one) => one.reason),
    (count) => `and ${count} more added with a note like these`,
  )
  say(
    `${report.format ? `${FORMAT_NAMES[report.format]}: ` : ''}${report.added} added (${report.turns} turns), ${report.unchanged} already here, ${report.refused} refused`,
  )
  for (const line of importNotes(report)) say(line)
  if (report.error) say(`${report.error.message}${report.error.hint ? ` ${report.error.hint}` : ''}`)
  if (report.cancelled) say('Stopped. What was added before stays; the conversation at hand was not added.')
}

async function onDisk<T>(name: string, read: (file: ByteFile) => Promise<T>): Promise<T> {
  const file = await open(name)
  try {
    return await read({ size: (await file.stat()).size, read: (at, length) => readAt(file, at, length) })
  } finally {
    await file.close()
  }
}

/** npm passes signals on, so that one Ctrl-C comes several times within this. */
const SAME_MS = 500
/** Stops at the first Ctrl-C; the second one ends the process. */
function onCtrlC(): AbortSignal {
  const stop = new AbortController()
  let first = 0
  process.on('SIGINT', () => {
    first ||= Date.now()
    if (Date.now() - first > SAME_MS) process.exit(130)
    stop.abort()
  })
  return stop.signal
}

async function importNamed(db: Db, ownerId: string, name: string, signal: AbortSignal): Promise<number> {
  const file = name === '-' ? null : fileAt(name)
  const folder = path.resolve(env().MNEME_DATA_DIR, 'incoming')
  const options = {
    runtime: systemRuntime,
    countTokens,
    file,
    large: true,
    folder,
    signal,
    onProgress: progressLine(),
  }
  const report = file
    ? await onDisk(file, (bytes) => importFile(db, ownerId, bytes, options))
    : await importStream(db, ownerId, addAbortSignal(signal, process.stdin), options)
  tell(report)
  if (report.cancelled) return 130
  return report.error || (report.refused && report.added + report.unchanged === 0) ? 1 : 0
}

function freeFile(name: string): string {
  const file = fileAt(name)
  const folder = path.dirname(file)
  if (existsSync(file))
    throw new MnemeError('conflict', `${file} exists already.`, 'Choose another name with --out.')
  if (!existsSync(folder))
    throw new MnemeError(
      'not_found',
      `There is no folder ${folder}.`,
      'Make it, or choose another one with --out.',
    )
  if (!statSync(folder).isDirectory())
    throw new MnemeError('invalid', `${folder} is not a folder.`, 'Choose another one with --out.')
  return file
}

/**
 * The file is there once it is whole, for its owner alone; what was written of it until then goes however the
 * process ends.
 */
async function writeWhole(pieces: Readable, file: string, signal: AbortSignal): Promise<void> {
  const part = `${file}.${randomUUID().slice(0, 8)}.part`
  const handle = await open(part, 'wx', 0o600)
  process.once('exit', () => rmSync(part, { force: true }))
  await pipeline(pieces, handle.createWriteStream(), { signal })
  renameSync(part, file)
}

async function exportFile(
  db: Db,
  ownerId: string,
  { conversation, out }: { conversation?: string | undefined; out?: string | undefined },
  signal: AbortSignal,
): Promise<number> {
  const file = out === '-' ? null : freeFile(out ?? `mneme-${new Date().toISOString().slice(0, 10)}.json`)
  const onConversation = (title: string, bytes: number) => {
    const size = `"${title.slice(0, 60)}" takes ${(bytes / 1e6).toFixed(0)} MB without its texts`
    if (bytes > limits.transfer.ownBytes)
      say(
        `${size}: more than an import takes (${limits.transfer.ownBytes / 1e6} MB). Keep a copy of the database instead.`,
      )
    else if (bytes > limits.transfer.conversationBytes)
      say(
        `${size}: the import page takes ${limits.transfer.conversationBytes / 1e6} MB a conversation, so import this file on the command line.`,
      )
  }
  const pieces = Readable.from(
    exportStream(db, ownerId, {
      onConversation,
      ...(conversation === undefined ? {} : { conversationId: conversation }),
    }),
  )
  try {
    if (file) await writeWhole(pieces, file, signal)
    else await pipeline(pieces, process.stdout, { signal })
  } catch (error) {
    // `| head` has all that it wanted.
    if (!file && (error as NodeJS.ErrnoException).code === 'EPIPE') return 0
    if (!signal.aborted) throw error
    say(`Stopped.${file ? ' No file was written.' : ''}`)
    return 130
  }
  if (file) say(`wrote ${file} (${(statSync(file).size / 1e6).toFixed(1)} MB)`)
  return 0
}

async function main(): Promise<number> {
  const { command, file, owner, ...rest } = asked(process.argv.slice(2))
  if (command === 'help') {
    process.stdout.write(`${HELP}\n`)
    return 0
  }
  const ownerId = ownerOf(owner)
  if (file !== undefined && file !== '-') {
    if (!existsSync(fileAt(file))) throw new MnemeError('not_found', `There is no file ${fileAt(file)}.`)
    if (!statSync(fileAt(file)).isFile()) throw new MnemeError('invalid', `${fileAt(file)} is not a file.`)
  }
  const signal = onCtrlC()
  const db = await openMemory(command === 'import')
  try {
    await ensureUser(db, ownerId, systemRuntime.now())
    return command === 'import'
      ? await importNamed(db, ownerId, file ?? '-', signal)
      : await exportFile(db, ownerId, rest, signal)
  } finally {
    await db.$disconnect()
  }
}

main().then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    const { message, hint } =
      error instanceof MnemeError ? error : (storageFailure(error) ?? (error as Error & { hint?: string }))
    say(`${message}${hint ? ` ${hint}` : ''}`)
    if (error instanceof Usage) say(`\n${HELP}`)
    process.exitCode = error instanceof Usage ? 2 : 1
  },
)
