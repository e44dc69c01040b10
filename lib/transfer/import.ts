import type { Db } from '@/lib/db/engine/client'
import { dropUnsourced } from '@/lib/db/forget/take-over'
import { loadSettings } from '@/lib/settings/layers'
import { pacer } from '@/lib/shared/breath'
import { lean } from '@/lib/shared/lean'
import { limits } from '@/lib/shared/limits'
import { beginImport } from '@/lib/shared/running-imports'
import type { Runtime } from '@/lib/shared/runtime'
import type { ImportProgress } from '@/lib/shared/transfer/transfer'
import { type ByteFile, byteChunks, NamelessFile } from './archive/byte-file'
import { ImportTexts } from './archive/import-texts'
import { itemsOf } from './archive/items'
import { type JsonItem, JsonReader, tooLarge } from './archive/json-reader'
import { isZip, openArchive } from './archive/zip'
import { fileName, isConversations } from './archive/zip-names'
import { readBundle } from './bundle/bundle'
import { writeBundle } from './bundle/write-bundle'
import { anyFields, isFields } from './formats/fields'
import { isKnown, isMneme, labelOf, listFormat, unreadIn } from './formats/recognise'
import { isSeed, writeSeed } from './formats/seed'
import type { FileAround } from './formats/talk'
import { writeTalk } from './formats/write-talk'
import type { WriteDeps } from './formats/write-turns'
import { ImportTally, KNOWN } from './import-tally'
import { addOwners, isMnemeExport, LearnedImport, notStrategies, strategiesIn } from './learned'
import { FileError, OtherFile } from './refusal'

export type ImportOptions = {
  runtime: Runtime
  countTokens(text: string): number
  /** The file's name. */
  file?: string | null
  /** Whether conversations of a Mneme export may have `limits.transfer.ownBytes` without their texts. */
  large?: boolean
  /** Any other file is refused before anything is added. */
  only?: 'strategies'
  /** Where texts of a large conversation wait until it is stored; in memory without it. */
  folder?: string
  signal?: AbortSignal
  onProgress?(progress: ImportProgress): void
}

/**
 * Imports a file of any known format, or those with conversations in a ZIP archive. Each conversation is
 * stored whole or not at all, and stays if the file breaks later. Throws only if the database fails.
 */
export async function importFile(db: Db, ownerId: string, file: ByteFile, options: ImportOptions) {
  const rollUpEvery = (await loadSettings(db, ownerId, null)).get('rollUp.every').value
  const run = new Import(db, ownerId, options, rollUpEvery)
  const over = beginImport(ownerId, run.deps.importedAt)
  const { report } = run.tally
  try {
    await lean(() => run.all(file))
  } catch (error) {
    if (options.signal?.aborted) report.cancelled = true
    else if (!run.tally.failed(error)) throw error
  } finally {
    over()
    await run.texts.clear()
    // Only now is everything there that an old export quotes.
    if (report.format === 'mneme') await dropUnsourced(db, run.deps.importedAt)
  }
  return report
}

class Import {
  readonly tally: ImportTally
  readonly deps: WriteDeps
  readonly texts: ImportTexts
  private readonly learned: LearnedImport
  private readonly pace = pacer()
  private json = new JsonReader()
  private loose: Loose | null = null
  private around: FileAround
  /** Whether other files are to be expected besides those with conversations. */
  private isMixed = false
  /** Whether the current document is a Mneme export. */
  private ours = false

  constructor(
    db: Db,
    ownerId: string,
    private readonly options: ImportOptions,
    rollUpEvery: number,
  ) {
    const { runtime, countTokens, signal, folder } = options
    const open = folder === undefined ? null : () => NamelessFile.open(folder, runtime.id('texts'))
    this.texts = new ImportTexts(open)
    const importedAt = runtime.now()
    this.tally = new ImportTally(importedAt, options.onProgress)
    this.deps = {
      ...{ db, ownerId, runtime, countTokens, rollUpEvery, signal, importedAt },
      met: new Map(),
      file: fileName(options.file),
      onTurns: (count) => this.tally.tell({ turns: this.tally.progress.turns + count }),
    }
    this.around = { file: this.deps.file ?? '', folder: '', header: {}, names: new Map() }
    this.learned = new LearnedImport(this.deps, this.tally.report)
  }

  async all(file: ByteFile): Promise<void> {
    const isArchive = await isZip(file)
    if (isArchive) await this.archive(file)
    else {
      this.tally.tell({ bytesTotal: file.size })
      await this.document(byteChunks(file))
    }
    await this.flushLoose()
    const { format } = this.tally.report
    if (this.options.only && format === null) throw notStrategies()
    if (this.tally.progress.conversations === 0 && format === null)
      throw new FileError(`The ${isArchive ? 'ZIP archive' : 'file'} contains no conversations.`, KNOWN)
  }

  private async archive(file: ByteFile): Promise<void> {
    const { signal, large } = this.options
    const most = large ? limits.transfer.zipOwnBytes : limits.transfer.zipBytes
    const { files, size, others } = await openArchive(file, { signal, most })
    this.tally.report.others = others
    this.tally.tell({ bytesTotal: size })
    this.isMixed = files.length > 1 && !files.every(({ path }) => isConversations(path))
    let before = ''
    for (const { name, path, bytes } of files) {
      const folder = path.slice(0, -name.length)
      if (folder !== before) await this.flushLoose()
      before = folder
      Object.assign(this.around, { file: name, folder: folder.split('/').at(-2) || this.deps.file || '' })
      await this.document(bytes()).catch((error: unknown) => {
        if (this.isMixed && error instanceof OtherFile) return this.passOver()
        throw error instanceof FileError && files.length > 1
          ? new FileError(`${name}: ${error.message}`, error.hint)
          : error
      })
      if (!this.isMixed || !this.loose?.goesOn) await this.flushLoose()
    }
  }

  private async document(pieces: AsyncIterable<Uint8Array>): Promise<void> {
    this.json = new JsonReader()
    this.around.header = {}
    for await (const { items, bytes } of itemsOf(pieces, this.json)) {
      for (const item of items) {
        await this.take(item)
        await this.pace()
      }
      this.options.signal?.throwIfAborted()
      await this.pace()
      this.tally.tell({ bytesRead: this.tally.progress.bytesRead + bytes })
    }
  }

  private async take({ where, value, bytes, refused }: JsonItem): Promise<void> {
    this.options.signal?.throwIfAborted()
    const { report } = this.tally
    const strategies = where === 'root' ? strategiesIn(value) : null
    if (strategies) {
      report.format ??= 'strategies'
      return this.learned.share(strategies)
    }
    if (this.options.only) throw refused ? new FileError(refused) : notStrategies()
    if (where === 'text') return refused === null ? this.texts.add(value) : undefined
    const ours = where !== 'list' && where !== 'conversations' && isMnemeExport(value)
    if (where === 'header') {
      this.ours = ours
      this.around.header = anyFields(value)
      this.learned.clear()
      if (!ours) return
      report.format ??= 'mneme'
      if (this.options.large)
        this.json.allow({ bytes: limits.transfer.ownBytes, values: limits.transfer.ownValues })
    } else if (where === 'rest') {
      if (this.ours && isFields(value)) {
        await this.learned.read(value)
        if (report.refused === 0) await addOwners(this.deps, value)
      }
      this.ours = false
    } else await this.piece(value, bytes, refused)
  }

  private async piece(value: unknown, bytes: number, refused: string | null): Promise<void> {
    const most = limits.transfer.conversationBytes
    if (refused && this.loose?.isKnown) this.loose.refused ??= refused
    else if (refused || this.ours || isKnown(value) || isMneme(value) || isSeed(value))
      await this.conversation(value, refused ?? (bytes > most && !isMneme(value) ? tooLarge(most) : null))
    else if (typeof value === 'string' || isFields(value)) {
      this.loose ??= new Loose()
      this.loose.add(value, bytes)
      if (this.loose.isHopeless) await this.flushLoose()
    } else await this.conversation(value, null)
  }

  private async flushLoose(): Promise<void> {
    const { loose } = this
    this.loose = null
    if (!loose) return
    if (loose.isKnown || loose.refused) return this.conversation(loose.items, loose.refused)
    if (this.isMixed) return this.passOver()
    for (const item of loose.items) {
      await this.pace()
      await this.conversation(item, null)
    }
  }

  private passOver() {
    this.tally.report.others = (this.tally.report.others ?? 0) + 1
  }

  private async conversation(value: unknown, refused: string | null): Promise<void> {
    const { deps, tally, texts } = this
    const label = labelOf(value)
    if (refused !== null) tally.refuse(label, refused)
    else if (isSeed(value)) await tally.store('seed', label, () => writeSeed(deps, value, texts))
    else if (isMneme(value))
      await tally.store('mneme', label, async () => {
        const bundle = await readBundle(value, texts)
        const one = await writeBundle(deps, bundle)
        if (one.id && this.ours) await this.learned.note(one.id, bundle)
        return one
      })
    else
      for (const one of unreadIn(value, this.around))
        await tally.store(null, one.label, async () => {
          const talk = await one.read()
          tally.report.format ??= talk.format
          return writeTalk(deps, talk)
        })
    await texts.clear()
  }
}

/** After so many unknown items, a list is in none of the known formats. */
const UNKNOWN = 1_000

/** Items of a file that are no conversation by themselves: messages, entries, lines. */
class Loose {
  items: unknown[] = []
  /** Whether one of them is of a known format. */
  isKnown = false
  refused: string | null = null
  private bytes = 0

  add(value: unknown, bytes: number) {
    this.items.push(value)
    this.isKnown ||= listFormat([value]) !== undefined
    this.bytes += bytes
    if (this.bytes <= limits.transfer.conversationBytes) return
    this.items = []
    this.refused ??= tooLarge(limits.transfer.conversationBytes)
  }

  /** Whether it goes on in the next file of the folder. */
  get goesOn() {
    return listFormat(this.items)?.folder === true
  }
  get isHopeless() {
    return !this.isKnown && this.items.length >= UNKNOWN
  }
}
