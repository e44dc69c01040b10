import { type BlobText, blobOf, sha256 } from '@/lib/db/engine/blobs'
import { getOrMake } from '@/lib/shared/group-by'
import { limits } from '@/lib/shared/limits'
import type { FileTouch, WorkspaceFile, WorkspaceTree } from '@/lib/shared/workspace'
import { normalisePath } from './paths'
import {
  type Edited,
  type FileChanged,
  type FileInfo,
  type FilesSearched,
  type Opened,
  type Refused,
  refusedWith,
  searchProblem,
  sizeProblem,
  textProblem,
  WorkspaceState,
} from './rules'
import { matchingLines, planReplacement } from './text-matches'

/** A path during a turn. */
type Entry = {
  path: string
  /** The last version in earlier turns, even if deleted there; 0 = none. */
  before: number
  /** As the previous turn left it. */
  start?: WorkspaceFile
  /** As attached to this turn's message. */
  upload?: WorkspaceFile
  /** As it is now. `op` = whether only passages of it were replaced since the turn began. */
  now?: { hash: string; bytes: number; op: 'write' | 'edit' } | undefined
  /** Its present text, if it was opened. */
  text?: string | undefined
  /** The agent read what it found. */
  read?: boolean
}

/** The text that the agent found. */
const foundBy = ({ upload, start }: Entry) => upload ?? start
const isAsFound = (entry: Entry) => foundBy(entry)?.hash === entry.now?.hash
/** An upload is a version, and so is everything the agent does in a turn unless the file ends as it began. */
const versionNow = (entry: Entry) => (foundBy(entry)?.version ?? entry.before) + (isAsFound(entry) ? 0 : 1)
const infoOf = (entry: Entry): FileInfo => ({
  ...{ path: entry.path, bytes: entry.now?.bytes ?? 0, version: versionNow(entry) },
})

/**
 * The files and state of a conversation during a turn. Only opened texts are in memory. A file gets one new
 * version for an upload, and one for everything that the agent did to it unless it ends as it began.
 */
export class Workspace {
  private readonly entries: Map<string, Entry>
  readonly state: WorkspaceState
  private readonly tokens = new Map<string, number>()
  private readonly used = new Set<Entry>()

  /** `tree` = after the previous turn; `load` reads a stored text by its hash. */
  constructor(
    tree: WorkspaceTree,
    private readonly turnNumber: number,
    private readonly load: (hash: string) => Promise<string>,
    private readonly countTokens: (text: string) => number,
  ) {
    const deleted = Object.entries(tree.deleted ?? {}).map(([path, before]): Entry => ({ path, before }))
    const files = Object.entries(tree.files).map(([path, start]): Entry => {
      const { hash, bytes, version } = start
      return { path, before: version, start, now: { hash, bytes, op: 'edit' } }
    })
    this.entries = new Map([...deleted, ...files].map((entry) => [entry.path, entry]))
    this.state = new WorkspaceState(tree.state)
  }

  /** Sorted by path, like all lists except `touched`. */
  list(): FileInfo[] {
    return this.files().map(infoOf)
  }

  /** Reads a file's text into memory for `opened`. This does not count as a use of it. */
  async open(input: string): Promise<Opened> {
    const named = normalisePath(input)
    if (!named.ok) return named
    const entry = this.entry(named.path)
    const { now } = entry
    if (now && entry.text === undefined) {
      const text = await this.stored(now.hash)
      if (text === null)
        return refusedWith(`The content of ${entry.path} cannot be read just now. Try again.`)
      if (entry.now === now) entry.text = text
    }
    return entry.text === undefined
      ? this.missing(entry.path)
      : { ok: true, file: infoOf(entry), text: entry.text }
  }

  /** The text of a file if it is in memory, else null. */
  opened(path: string): string | null {
    return this.entries.get(path)?.text ?? null
  }

  async read(input: string): Promise<Opened> {
    const opened = await this.open(input)
    if (!opened.ok) return opened
    const entry = this.entry(opened.file.path)
    this.used.add(entry)
    if (isAsFound(entry)) entry.read = true
    return opened
  }

  write(input: string, text: string): FileChanged {
    const named = normalisePath(input)
    return named.ok ? this.put(this.entry(named.path), text, 'write') : named
  }

  /** Replaces the only occurrence of `find`, or every occurrence with `all`. */
  async edit(input: string, find: string, replace: string, all = false): Promise<Edited> {
    const opened = await this.open(input)
    if (!opened.ok) return opened
    const entry = this.entry(opened.file.path)
    // Another edit may have run during the await, and neither may be lost.
    if (entry.text === undefined) return this.missing(entry.path)
    const plan = planReplacement(entry.path, entry.text, find, replace, all)
    if (!plan.ok) return plan
    const problem = this.sizeProblem(entry, plan.bytes)
    if (problem) return refusedWith(problem)
    const edited = this.put(entry, plan.apply(), 'edit')
    return edited.ok ? { ok: true, file: edited.file, places: plan.places } : edited
  }

  /** @returns the file as it was. */
  delete(input: string): { ok: true; file: FileInfo } | Refused {
    const named = normalisePath(input)
    if (!named.ok) return named
    const entry = this.entry(named.path)
    if (!entry.now) return this.missing(entry.path)
    const file = infoOf(entry)
    entry.now = undefined
    entry.text = undefined
    return { ok: true, file }
  }

  async search(wanted: string): Promise<FilesSearched> {
    const problem = searchProblem(wanted)
    if (problem) return refusedWith(problem)
    const found: FilesSearched = { ok: true, hits: [], total: 0, unread: [] }
    for (const { path, text: opened, now } of this.files()) {
      const text = opened ?? (await this.stored(now?.hash ?? ''))
      if (text === null) found.unread.push(path)
      const lines = text === null ? [] : matchingLines(text, wanted, limits.workspace.searchLineChars)
      found.total += lines.length
      const room = limits.workspace.searchHits - found.hits.length
      found.hits.push(...lines.slice(0, room).map((line) => ({ path, ...line })))
    }
    return found
  }

  /** Adds an uploaded file, stored under `hash`. To be called before the agent acts. */
  async addUpload(input: string, hash: string): Promise<FileChanged> {
    const named = normalisePath(input)
    if (!named.ok) return named
    const entry = this.entry(named.path)
    const text = await this.stored(hash)
    if (text === null) return refusedWith(`The uploaded file ${entry.path} cannot be read. Attach it again.`)
    const bytes = Buffer.byteLength(text)
    const problem = textProblem(text) ?? this.sizeProblem(entry, bytes)
    if (problem) return refusedWith(problem)
    const changed = entry.start?.hash !== hash
    Object.assign(entry, { now: { hash, bytes, op: 'edit' }, text })
    this.used.add(entry)
    const [version, turn] = [entry.before + 1, this.turnNumber]
    if (changed) entry.upload = { hash, bytes, tokens: this.tokensOf(entry), version, turn }
    else delete entry.upload
    return { ok: true, file: infoOf(entry), changed }
  }

  /** The workspace after this turn, so far. */
  tree(): WorkspaceTree {
    const files = this.files().map((entry): [string, WorkspaceFile] => {
      const found = foundBy(entry)
      const { hash = '', bytes = 0 } = entry.now ?? {}
      if (found?.hash === hash) return [entry.path, found]
      const [tokens, version] = [this.tokensOf(entry), versionNow(entry)]
      return [entry.path, { hash, bytes, tokens, version, turn: this.turnNumber }]
    })
    const deleted = this.sorted().flatMap((entry) => {
      const version = foundBy(entry)?.version ?? entry.before
      return entry.now || version === 0 ? [] : [[entry.path, version] as const]
    })
    return {
      files: Object.fromEntries(files),
      state: Object.fromEntries(this.state.entries()),
      ...(deleted.length ? { deleted: Object.fromEntries(deleted) } : {}),
    }
  }

  /**
   * What this turn did to files: the uploads, the agent's whole changes, and the reads. Replayed on the start in this
   * order, they give the tree.
   */
  touches(): FileTouch[] {
    return this.sorted().flatMap((entry): FileTouch[] => {
      const { path, start, upload, now, read } = entry
      const found = foundBy(entry)
      const [from, to] = [found?.hash ?? null, now?.hash ?? null]
      const touch = (op: FileTouch['op'], fromHash: string | null, toHash: string | null, tokens: number) => [
        { path, op, fromHash, toHash, tokens },
      ]
      return [
        ...(upload ? touch('upload', start?.hash ?? null, upload.hash, upload.tokens) : []),
        ...(now && from !== to ? touch(found ? now.op : 'write', from, to, this.tokensOf(entry)) : []),
        ...(found && !now ? touch('delete', from, null, 0) : []),
        ...(found && read ? touch('read', from, from, found.tokens) : []),
      ]
    })
  }

  /** Texts of the tree that were not stored before this turn. */
  newBlobs(): BlobText[] {
    return this.files().flatMap((entry) =>
      entry.text === undefined || isAsFound(entry) ? [] : [blobOf(entry.text, this.tokensOf(entry))],
    )
  }

  /** Remaining files that were uploaded, read or changed in this turn, in the order of first use. */
  touched(): { path: string; content: string }[] {
    return [...this.used].flatMap(({ path, text: content }) =>
      content === undefined ? [] : { path, content },
    )
  }

  private entry(path: string): Entry {
    return getOrMake(this.entries, path, () => ({ path, before: 0 }))
  }

  private sorted = () => [...this.entries.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
  private files = () => this.sorted().filter(({ now }) => now)

  private async stored(hash: string): Promise<string | null> {
    try {
      return await this.load(hash)
    } catch {
      return null
    }
  }

  private put(entry: Entry, text: string, op: 'write' | 'edit'): FileChanged {
    const bytes = Buffer.byteLength(text)
    const problem = textProblem(text) ?? this.sizeProblem(entry, bytes)
    if (problem) return refusedWith(problem)
    const { now: old } = entry
    const hash = sha256(text)
    const isEdit = op === 'edit' && (isAsFound(entry) || old?.op === 'edit')
    if (old?.hash !== hash) entry.now = { hash, bytes, op: isEdit ? 'edit' : 'write' }
    entry.text = text
    this.used.add(entry)
    return { ok: true, file: infoOf(entry), changed: old?.hash !== hash }
  }

  private sizeProblem({ now }: Entry, bytes: number): string | null {
    const sizes = this.files().map((file) => file.now?.bytes ?? 0)
    return sizeProblem(bytes, now?.bytes ?? null, sizes)
  }

  /** Counts each text once, and only those that remain. */
  private tokensOf({ now, text }: Entry): number {
    return getOrMake(this.tokens, now?.hash ?? '', () => this.countTokens(text ?? ''))
  }

  private missing(path: string): Refused {
    const paths = this.files().map((file) => file.path)
    if (!paths.length)
      return refusedWith(
        `There is no file ${path}: this conversation has no files. One of another conversation can be read with recall_context, and written here anew.`,
      )
    const more = paths.length > 10 ? ` and ${paths.length - 10} more` : ''
    return refusedWith(`There is no file ${path}. The files are: ${paths.slice(0, 10).join(', ')}${more}.`)
  }
}
