import { randomUUID } from 'node:crypto'
import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { MnemeError } from '@/lib/shared/errors'
import { printJson, say } from './output'
import { STOPPED } from './stop'

/** Where `npm run` was typed; npm itself goes to the project. */
const fileAt = (name: string) => path.resolve(process.env.INIT_CWD ?? process.cwd(), name)

/** @throws MnemeError if there is no such file. */
export function existing(name: string): string {
  const file = fileAt(name)
  if (!existsSync(file)) throw new MnemeError('not_found', `There is no file ${file}.`)
  if (!statSync(file).isFile()) throw new MnemeError('invalid', `${file} is not a file.`)
  return file
}

/** `how` = how another one is chosen. @throws MnemeError if it cannot be written. */
export function freeFile(name: string, how: string): string {
  const file = fileAt(name)
  const folder = path.dirname(file)
  if (existsSync(file))
    throw new MnemeError('conflict', `${file} exists already.`, `Choose another name${how}.`)
  if (!existsSync(folder))
    throw new MnemeError(
      'not_found',
      `There is no directory ${folder}.`,
      `Create it, or choose another one${how}.`,
    )
  if (!statSync(folder).isDirectory())
    throw new MnemeError('invalid', `${folder} is not a directory.`, `Choose another one${how}.`)
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

type Target = { name: string; how?: string; json: boolean; signal: AbortSignal }
/** Writes a document to a new file, or with the name `-` to standard output. @returns the exit code. */
export async function writeTo(
  { name, how = '', json, signal }: Target,
  chunks: AsyncIterable<string | Uint8Array> | Iterable<string>,
): Promise<number> {
  const file = name === '-' ? null : freeFile(name, how)
  const pieces = Readable.from(chunks)
  try {
    if (file) await writeWhole(pieces, file, signal)
    else await pipeline(pieces, process.stdout, { signal })
  } catch (error) {
    // `| head` has all that it wanted.
    if (!file && (error as NodeJS.ErrnoException).code === 'EPIPE') return 0
    if (!signal.aborted) throw error
    say(`Stopped.${file ? ' No file was written.' : ''}`)
    return STOPPED
  }
  if (!file) return 0
  const bytes = statSync(file).size
  if (json) printJson({ file, bytes })
  else say(`wrote ${file} (${(bytes / 1e6).toFixed(1)} MB)`)
  return 0
}

/** `mneme-2026-11-21.json` */
export const datedName = (of: string, extension = 'json') =>
  `${of}-${new Date().toISOString().slice(0, 10)}.${extension}`
