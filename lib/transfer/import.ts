import { pacer } from '@/lib/base/breath'
import { lean } from '@/lib/base/lean'
import { beginImport } from '@/lib/base/running-imports'
import { refusalWords } from '@/lib/base/storage-failure'
import type { Db } from '@/lib/db/engine/client'
import { readOldPrompts } from '@/lib/db/forget/old/old-form'
import { lostStaging } from '@/lib/db/transfer/imports'
import { loadSettings } from '@/lib/settings/layers'
import { limits } from '@/lib/shared/limits'
import type { ImportedConversation, ImportProgress, ImportReport } from '@/lib/shared/transfer/transfer'
import { type ByteFile, piecesOf } from './archive/byte-file'
import { chunksOf, slices } from './archive/chunks'
import { ImportTexts } from './archive/import-texts'
import { type JsonItem, JsonReader, sniff, tooLarge } from './archive/json-reader'
import { NamelessFile } from './archive/nameless-file'
import { isZip, openArchive } from './archive/zip'
import { readBundle } from './bundle/bundle'
import { addOwners, checkHeader } from './bundle/owner-rows'
import { writeBundle } from './bundle/write-bundle'
import { fileName } from './file-name'
import { isMessage, readMessages } from './formats/messages'
import { isMneme, labelOf, readTalk } from './formats/recognise'
import { isSeed, writeSeed } from './formats/seed'
import { isFields, type Talk } from './formats/talk'
import { writeTalk } from './formats/write-talk'
import type { WriteDeps } from './formats/write-turns'
import { type ImportOptions, KNOWN } from './import-options'
import { Learned } from './learned'
import { FileError, Refusal } from './refusal'
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
    if (options.signal?.aborted) run.report.cancelled = true
    else if (!run.failed(error)) throw error
  } finally {
    over()
    await run.end()
    // Only now is everything there that an old export quotes.
    if (run.report.format === 'mneme') await readOldPrompts(db)
  }
  return run.report
}

/** The first format of own exports that has facts. */
const WITH_FACTS = 2

class Import {
  readonly report: ImportReport = {
    format: null,
    conversations: [],
    added: 0,
    unchanged: 0,
    refused: 0,
    turns: 0,
  }
  private reader = new JsonReader()
  private readonly progress: ImportProgress
  readonly deps: WriteDeps
  private readonly learned: Learned
  private readonly importTexts: ImportTexts
  private readonly pace = pacer()
  /** Messages at the top level of the file, without a conversation. */
  private loose: { messages: unknown[]; bytes: number; refused: string | null } | null = null

  constructor(
    db: Db,
    ownerId: string,
    private readonly options: ImportOptions,
    rollUpEvery: number,
  ) {
    const { runtime, countTokens, signal, folder, bytesTotal = null } = options
    this.progress = { bytesRead: 0, bytesTotal, conversations: 0, turns: 0, current: null }
    this.importTexts = new ImportTexts(
      folder === undefined ? null : () => NamelessFile.open(folder, runtime.id('texts')),
    )
    const importedAt = runtime.now()
    this.report.at = importedAt.toISOString()
    this.deps = {
      ...{ db, ownerId, runtime, countTokens, rollUpEvery, signal, importedAt },
      met: new Map(),
      file: fileName(options.file),
      onTurns: (count) => this.tell({ turns: this.progress.turns + count }),
    }
    this.learned = new Learned(this.deps, this.report)
  }

  async stream(source: AsyncIterable<Uint8Array>): Promise<void> {
    await this.document(source)
    this.checkFound('file')
  }

  private checkFound(what: 'file' | 'ZIP archive') {
    if (this.options.only && this.report.format === null) throw notStrategies()
    if (this.progress.conversations === 0 && this.report.format === null)
      throw new FileError(`The ${what} contains no conversations.`, KNOWN)
  }

  async archive(file: ByteFile): Promise<void> {
    const { signal, large } = this.options
    this.tell({ bytesTotal: null })
    const { files, size, others, missing } = await openArchive(file, {
      signal,
      most: large ? limits.transfer.zipOwnBytes : limits.transfer.zipBytes,
    })
    this.report.others = others
    this.report.missing = missing
    this.tell({ bytesTotal: size })
    for (const { name, bytes } of files)
      await this.document(bytes()).catch((error: unknown) => {
        throw error instanceof FileError && files.length > 1
          ? new FileError(`${name}: ${error.message}`, error.hint)
          : error
      })
    this.checkFound('ZIP archive')
  }

  private async document(source: AsyncIterable<Uint8Array>): Promise<void> {
    this.reader = new JsonReader()
    let sniffed = false
    for await (const bytes of chunksOf(source)) {
      this.options.signal?.throwIfAborted()
      if (!sniffed) sniff(bytes)
      sniffed = true
      for (const slice of slices(bytes)) {
        for (const item of this.reader.write(slice)) {
          await this.take(item)
          await this.pace()
        }
        await this.pace()
        this.tell({ bytesRead: this.progress.bytesRead + slice.length })
      }
    }
    for (const item of this.reader.end()) await this.take(item)
    await this.flushLoose()
  }

  end = () => this.importTexts.clear()

  /** @returns false for an error that is not the file's fault and has no words. */
  failed(error: unknown): boolean {
    const words = error instanceof FileError ? error : refusalWords(error)
    if (!words) return false
    const { added } = this.report
    const conversations = added === 1 ? 'conversation was' : 'conversations were'
    const before = added ? `${added} ${conversations} added before that.` : 'Nothing was added.'
    this.report.error = { message: `${words.message} ${before}`, ...(words.hint ? { hint: words.hint } : {}) }
    return true
  }

  private tell(change: Partial<ImportProgress>) {
    Object.assign(this.progress, change)
    this.options.onProgress?.({ ...this.progress })
  }

  private async take({ where, value, bytes, refused }: JsonItem): Promise<void> {
    this.options.signal?.throwIfAborted()
    const strategies = where === 'root' ? strategiesIn(value) : null
    if (strategies) {
      this.report.format ??= 'strategies'
      return this.learned.share(strategies)
    }
    if (this.options.only) throw refused ? new FileError(refused) : notStrategies()
    if (where === 'header') {
      this.ours = checkHeader(value)
      this.learned.clear()
      if (this.ours) this.report.format ??= 'mneme'
      if (this.ours && this.options.large)
        this.reader.allow({ bytes: limits.transfer.ownBytes, values: limits.transfer.ownValues })
    } else if (where === 'rest') {
      checkHeader(value)
      if (this.ours && isFields(value)) {
        await this.learned.read(value)
        if (this.report.refused === 0) await addOwners(this.deps, value)
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
    if (isMessage(value) && !isFields(value.mapping)) {
      this.loose ??= { messages: [], bytes: 0, refused: null }
      this.loose.bytes += bytes
      this.loose.messages.push(value)
      if (this.loose.bytes > limits.transfer.conversationBytes)
        this.loose = { ...this.loose, messages: [], refused: tooLarge(limits.transfer.conversationBytes) }
    } else if (refused && this.loose) this.loose.refused ??= refused
    else {
      const isTooLarge = bytes > limits.transfer.conversationBytes && !isMneme(value)
      const size = isTooLarge ? tooLarge(limits.transfer.conversationBytes) : null
      await this.conversation(value, refused ?? size)
    }
  }

  private async flushLoose(): Promise<void> {
    const { loose } = this
    this.loose = null
    if (loose)
      await this.store({ sourceId: '', title: '' }, loose.refused, async () =>
        this.talk(await readMessages(loose.messages)),
      )
  }

  private async conversation(value: unknown, refused: string | null): Promise<void> {
    await this.store(labelOf(value), refused, async () => {
      if (isSeed(value)) {
        this.report.format ??= 'seed'
        return writeSeed(this.deps, value, this.importTexts)
      }
      if (!isMneme(value)) return this.talk(await readTalk(value))
      this.report.format ??= 'mneme'
      const bundle = await readBundle(value, this.importTexts)
      const one = await writeBundle(this.deps, bundle)
      if (one.id && (this.ours ?? 0) >= WITH_FACTS) await this.learned.note(one.id, bundle)
      return one
    })
    await this.importTexts.clear()
  }

  private talk(talk: Talk): Promise<ImportedConversation> {
    this.report.format ??= talk.format
    return writeTalk(this.deps, talk)
  }

  private async store(
    label: { sourceId: string; title: string },
    refused: string | null,
    write: () => Promise<ImportedConversation>,
  ): Promise<void> {
    this.tell({ current: label.title || null })
    try {
      if (refused) throw new Refusal(refused)
      this.note(await write())
    } catch (error) {
      if (!(error instanceof Refusal) && !lostStaging(error)) throw error
      const reason =
        error instanceof Refusal ? error.message : 'Writing it took too long, so it was abandoned.'
      this.note({ ...label, id: null, status: 'refused', reason, turns: 0, messages: 0 })
    }
  }

  private note(one: ImportedConversation) {
    this.report[one.status] += 1
    if (this.report.refused > limits.transfer.refused)
      throw new FileError(
        `Over ${limits.transfer.refused.toLocaleString('en')} of its entries are not conversations in a format that Mneme supports.`,
        KNOWN,
      )
    if (one.status === 'added') this.report.turns += one.turns
    if (this.report[one.status] <= limits.transfer.reported) this.report.conversations.push(one)
    this.tell({ conversations: this.progress.conversations + 1, current: null })
  }
}
