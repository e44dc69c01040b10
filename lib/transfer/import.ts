import { pacer } from '@/lib/base/breath'
import { lean } from '@/lib/base/lean'
import { beginImport } from '@/lib/base/running-imports'
import type { Db } from '@/lib/db/engine/client'
import { dropUnsourced } from '@/lib/db/forget/take-over'
import { loadSettings } from '@/lib/settings/layers'
import { limits } from '@/lib/shared/limits'
import type { ImportReport } from '@/lib/shared/transfer/transfer'
import { type ByteFile, piecesOf } from './archive/byte-file'
import { ImportTexts } from './archive/import-texts'
import { itemsOf } from './archive/items'
import { type JsonItem, JsonReader, tooLarge } from './archive/json-reader'
import { NamelessFile } from './archive/nameless-file'
import { isZip, openArchive } from './archive/zip'
import { isConversations } from './archive/zip-names'
import { readBundle } from './bundle/bundle'
import { addOwners, checkHeader } from './bundle/owner-rows'
import { writeBundle } from './bundle/write-bundle'
import { fileName } from './file-name'
import { Loose } from './formats/loose'
import { isKnown, isMneme, labelOf, unreadIn } from './formats/recognise'
import { isSeed, writeSeed } from './formats/seed'
import { type Around, isFields } from './formats/talk'
import { writeTalk } from './formats/write-talk'
import type { WriteDeps } from './formats/write-turns'
import { type ImportOptions, KNOWN } from './import-options'
import { ImportTally } from './import-tally'
import { Learned } from './learned'
import { FileError, OtherFile } from './refusal'
import { notStrategies, strategiesIn } from './strategies-file'

/**
 * Imports a file of any known format, recognised by content, as it is read. Conversations are stored one by
 * one, each whole or not at all; those stored stay if the file breaks later, and the report counts them.
 * Nothing is added twice. Imported text stays data: no model is called, and no provider settings or keys are
 * read. Throws only if the database fails.
 */
export const importStream = (
  db: Db,
  ownerId: string,
  source: AsyncIterable<Uint8Array>,
  options: ImportOptions,
): Promise<ImportReport> => imported(db, ownerId, options, (run) => run.stream(source))

/**
 * The same with random access, so the file may be a ZIP archive. Its files of conversations are read one
 * after the other. A damaged archive is refused whole.
 */
export const importFile = (
  db: Db,
  ownerId: string,
  file: ByteFile,
  options: ImportOptions,
): Promise<ImportReport> =>
  imported(db, ownerId, { bytesTotal: file.size, ...options }, async (run) =>
    (await isZip(file)) ? run.archive(file) : run.stream(piecesOf(file)),
  )

async function imported(
  db: Db,
  ownerId: string,
  options: ImportOptions,
  read: (run: Import) => Promise<void>,
): Promise<ImportReport> {
  const rollUpEvery = (await loadSettings(db, ownerId, null)).get('rollUp.every').value
  const run = new Import(db, ownerId, options, rollUpEvery)
  const over = beginImport(ownerId, run.deps.importedAt)
  try {
    await lean(() => read(run))
  } catch (error) {
    if (options.signal?.aborted) run.tally.report.cancelled = true
    else if (!run.tally.failed(error)) throw error
  } finally {
    over()
    await run.end()
    if (run.tally.report.format === 'mneme') await dropUnsourced(db, run.deps.importedAt)
  }
  return run.tally.report
}

/** The first format of own exports that has facts. */
const WITH_FACTS = 2

class Import {
  readonly tally: ImportTally
  private json = new JsonReader()
  readonly deps: WriteDeps
  private readonly learned: Learned
  private readonly importTexts: ImportTexts
  private readonly pace = pacer()
  private loose: Loose | null = null
  private around: Around
  /** Whether the archive is one in which other files are to be expected. */
  private isMixed = false

  constructor(
    db: Db,
    ownerId: string,
    private readonly options: ImportOptions,
    rollUpEvery: number,
  ) {
    const { runtime, countTokens, signal, folder, bytesTotal = null } = options
    this.importTexts = new ImportTexts(
      folder === undefined ? null : () => NamelessFile.open(folder, runtime.id('texts')),
    )
    const importedAt = runtime.now()
    this.tally = new ImportTally(importedAt, bytesTotal, options.onProgress)
    this.deps = {
      ...{ db, ownerId, runtime, countTokens, rollUpEvery, signal, importedAt },
      met: new Map(),
      file: fileName(options.file),
      onTurns: (count) => this.tally.tell({ turns: this.tally.progress.turns + count }),
    }
    this.around = { file: this.deps.file ?? '', folder: '', header: {}, names: new Map() }
    this.learned = new Learned(this.deps, this.tally.report)
  }

  async stream(source: AsyncIterable<Uint8Array>): Promise<void> {
    await this.document(source)
    await this.flushLoose()
    this.checkFound('file')
  }

  private checkFound(what: 'file' | 'ZIP archive') {
    if (this.options.only && this.tally.report.format === null) throw notStrategies()
    if (this.tally.progress.conversations === 0 && this.tally.report.format === null)
      throw new FileError(`The ${what} contains no conversations.`, KNOWN)
  }

  async archive(file: ByteFile): Promise<void> {
    const { signal, large } = this.options
    this.tally.tell({ bytesTotal: null })
    const { files, size, others } = await openArchive(file, {
      signal,
      most: large ? limits.transfer.zipOwnBytes : limits.transfer.zipBytes,
    })
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
    await this.flushLoose()
    this.checkFound('ZIP archive')
  }

  private async document(source: AsyncIterable<Uint8Array>): Promise<void> {
    this.json = new JsonReader()
    this.around.header = {}
    for await (const { items, bytes } of itemsOf(source, this.json)) {
      this.options.signal?.throwIfAborted()
      for (const item of items) {
        await this.take(item)
        await this.pace()
      }
      await this.pace()
      this.tally.tell({ bytesRead: this.tally.progress.bytesRead + bytes })
    }
  }

  end = () => this.importTexts.clear()

  private async take({ where, value, bytes, refused }: JsonItem): Promise<void> {
    this.options.signal?.throwIfAborted()
    const strategies = where === 'root' ? strategiesIn(value) : null
    if (strategies) {
      this.tally.report.format ??= 'strategies'
      return this.learned.share(strategies)
    }
    if (this.options.only) throw refused ? new FileError(refused) : notStrategies()
    if (where === 'header') {
      this.ours = checkHeader(value)
      this.around.header = isFields(value) ? value : {}
      this.learned.clear()
      if (this.ours) this.tally.report.format ??= 'mneme'
      if (this.ours && this.options.large)
        this.json.allow({ bytes: limits.transfer.ownBytes, values: limits.transfer.ownValues })
    } else if (where === 'rest') {
      checkHeader(value)
      if (this.ours && isFields(value)) {
        await this.learned.read(value)
        if (this.tally.report.refused === 0) await addOwners(this.deps, value)
      }
      this.ours = null
    } else if (where === 'text') {
      if (refused === null) await this.importTexts.add(value)
    } else {
      if (where === 'root') checkHeader(value)
      await this.piece(value, bytes, refused)
    }
  }
  /** The format of the current document if it is a Mneme export. */
  private ours: number | null = null

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
    const label = labelOf(value)
    if (refused !== null) this.tally.refuse(label, refused)
    else if (isSeed(value))
      await this.tally.store('seed', label, () => writeSeed(this.deps, value, this.importTexts))
    else if (isMneme(value))
      await this.tally.store('mneme', label, async () => {
        const bundle = await readBundle(value, this.importTexts)
        const one = await writeBundle(this.deps, bundle)
        if (one.id && (this.ours ?? 0) >= WITH_FACTS) await this.learned.note(one.id, bundle)
        return one
      })
    else
      for (const one of unreadIn(value, this.around))
        await this.tally.store(null, one.label, async () => {
          const talk = await one.read()
          this.tally.report.format ??= talk.format
          return writeTalk(this.deps, talk)
        })
    await this.importTexts.clear()
  }
}
