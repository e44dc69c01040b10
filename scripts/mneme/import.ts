import { open } from 'node:fs/promises'
import path from 'node:path'
import { addAbortSignal } from 'node:stream'
import { z } from 'zod'
import { env } from '@/lib/config/env'
import { countTokens } from '@/lib/model/tokens'
import {
  type ImportedConversation,
  type ImportProgress,
  type ImportReport,
  importNotes,
  PRODUCTS,
  SOURCES,
} from '@/lib/shared/transfer/transfer'
import { NamelessFile, onDisk } from '@/lib/transfer/archive/byte-file'
import { type ImportOptions, importFile } from '@/lib/transfer/import'
import { argumentsOf, type Call, defineCommand } from './command'
import { existing } from './files'
import { withMemory } from './memory'
import { plain, printJson, say, status } from './output'
import { STOPPED } from './stop'

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
    if (process.stderr.isTTY) status(line)
    else process.stderr.write(`${plain(line)}\n`)
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
  const of = (status: ImportedConversation['status']) =>
    report.conversations.filter((one) => one.status === status)
  sayEach('refused', of('refused'), () => `and ${report.refused - SHOWN} more refused`)
  sayEach(
    'added',
    of('added').filter((one) => one.reason),
    (count) => `and ${count} more added with a note like these`,
  )
  const { format, turns } = report
  if (format && format !== 'strategies')
    say(
      `${SOURCES[format]}: ${report.added} added (${turns} ${turns === 1 ? 'message' : 'messages'}), ${report.unchanged} already here, ${report.refused} refused`,
    )
  for (const line of importNotes(report)) say(line)
  if (report.error) say(`${report.error.message}${report.error.hint ? ` ${report.error.hint}` : ''}`)
  if (report.cancelled) say('Stopped. Conversations already added are kept; the current one was not added.')
}

/** Imports a file, or with the name `-` standard input, and says what came of it. @returns the exit code. */
export async function importNamed(
  name: string,
  call: Call,
  more: Pick<ImportOptions, 'only'> = {},
): Promise<number> {
  const file = name === '-' ? null : existing(name)
  return withMemory(call, { create: true }, async ({ db, ownerId, runtime }) => {
    const { signal, json } = call
    const folder = path.resolve(env().MNEME_DATA_DIR, 'incoming')
    const options: ImportOptions = {
      ...{ runtime, countTokens, file, folder, large: true, signal, ...more },
      onProgress: json ? () => {} : progressLine(),
    }
    const opened = file
      ? await open(file)
      : await NamelessFile.of(folder, runtime.id('import'), addAbortSignal(signal, process.stdin))
    const bytes = opened instanceof NamelessFile ? opened : await onDisk(opened)
    const report = await importFile(db, ownerId, bytes, options).finally(() => opened.close())
    if (json) printJson(report)
    else {
      status('')
      tell(report)
    }
    if (report.cancelled) return STOPPED
    return report.error || (report.refused && report.added + report.unchanged === 0) ? 1 : 0
  })
}

export const importCommand = defineCommand({
  name: 'import',
  args: 'FILE',
  about: `Imports a file, or a ZIP of several: a Mneme export or lesson file, an export of
${Object.values(PRODUCTS).join(', ')},
a list of messages with role and content, recall data, or an export --format seed. FILE can be - for standard input.`,
  flags: {},
  input: z.object({ args: argumentsOf(1, 1, 'Name the file to import.') }),
  run: ({ args: [file = '-'] }, call) => importNamed(file, call),
})
