import { type BlobText, blobOf, sha256 } from '@/lib/db/engine/blobs'
import { limits } from '@/lib/shared/limits'
import type { FileTouch, WorkspaceFile, WorkspaceTree } from '@/lib/shared/workspace'
import { type FileHistory, foundBy, type Held, touchesOf, versionNow } from './history'
import { normalisePath } from './paths'
import {
  type Changed,
  type Edited,
  type FileInfo,
  type Opened,
  type Refused,
  refuse,
  type Searched,
  searchProblem,
  sizeProblem,
  textProblem,
} from './rules'
import { WorkspaceState } from './state'
import { matchingLines, planReplacement } from './text-matches'

/**
 * The files and state of a conversation during a turn. Only opened texts are in memory. A file gets one new
 * version for an upload, and one for everything that the agent did to it unless it ends as it began.
 */
export class Workspace {
  private readonly start: ReadonlyMap<string, WorkspaceFile>
  private readonly deleted: ReadonlyMap<string, number>
  private readonly uploads = new Map<string, WorkspaceFile>()
  private readonly files: Map<string, Held>
  readonly state: WorkspaceState
  private readonly texts = new Map<string, string>()
  private readonly tokens = new Map<string, number>()
  private readonly reads = new Set<string>()
  private readonly used = new Set<string>()

  /** `tree` = after the previous turn; `load` reads a stored text by its hash. */
  constructor(
    tree: WorkspaceTree,
    private readonly turnNumber: number,
    private readonly load: (hash: string) => Promise<string>,
    private readonly countTokens: (text: string) => number,
  ) {
    this.start = new Map(Object.entries(tree.files))
    this.deleted = new Map(Object.entries(tree.deleted ?? {}))
    this.files = new Map(
      Object.entries(tree.files).map(([path, { hash, bytes }]) => [path, { hash, bytes, op: 'edit' }]),
    )
    this.state = new WorkspaceState(tree.state)
  }

  /** Sorted by path, like all lists except `touched`. */
  list(): FileInfo[] {
    return this.paths().map((path) => this.info(path))
  }

  /** Reads a file's text into memory for `opened`. This does not count as a use of it. */
  async open(input: string): Promise<Opened> {
    const named = normalisePath(input)
    if (!named.ok) return named
    const { path } = named
    const file = this.files.get(path)
    if (file && !this.texts.has(path)) {
      const text = await this.stored(file.hash)
      if (text === null) return refuse(`The content of ${path} cannot be read just now. Try again.`)
      if (this.files.get(path) === file) this.texts.set(path, text)
    }
    const text = this.texts.get(path)
    return text === undefined ? refuse(this.missing(path)) : { ok: true, file: this.info(path), text }
  }

  /** The text of a file if it is in memory, else null. */
  opened(path: string): string | null {
    return this.texts.get(path) ?? null
  }

  async read(input: string): Promise<Opened> {
    const opened = await this.open(input)
    if (!opened.ok) return opened
    const { path } = opened.file
    this.used.add(path)
    if (this.isAsFound(path)) this.reads.add(path)
    return opened
  }

  write(input: string, text: string): Changed {
    const named = normalisePath(input)
    return named.ok ? this.put(named.path, text, 'write') : named
  }

  /** Replaces the only occurrence of `find`, or every occurrence with `all`. */
  async edit(input: string, find: string, replace: string, all = false): Promise<Edited> {
    const opened = await this.open(input)
    if (!opened.ok) return opened
    const { path } = opened.file
    // Another edit may have run during the await, and neither may be lost.
    const text = this.texts.get(path)
    if (text === undefined) return refuse(this.missing(path))
    const plan = planReplacement(path, text, find, replace, all)
    if (!plan.ok) return plan
    const problem = this.sizeProblem(path, plan.bytes)
    if (problem) return refuse(problem)
    const edited = this.put(path, plan.apply(), 'edit')
    return edited.ok ? { ok: true, file: edited.file, places: plan.places } : edited
  }

  /** @returns the file as it was. */
  delete(input: string): { ok: true; file: FileInfo } | Refused {
    const named = normalisePath(input)
    if (!named.ok) return named
    if (!this.files.has(named.path)) return refuse(this.missing(named.path))
    const file = this.info(named.path)
    this.files.delete(named.path)
    this.texts.delete(named.path)
    return { ok: true, file }
  }

  async search(wanted: string): Promise<Searched> {
    const problem = searchProblem(wanted)
    if (problem) return refuse(problem)
    const found: Searched = { ok: true, hits: [], total: 0, unread: [] }
    for (const path of this.paths()) {
      const text = this.texts.get(path) ?? (await this.stored(this.files.get(path)?.hash ?? ''))
      if (text === null) found.unread.push(path)
      const lines = text === null ? [] : matchingLines(text, wanted, limits.workspace.searchLineChars)
      found.total += lines.length
      found.hits.push(
        ...lines.slice(0, limits.workspace.searchHits - found.hits.length).map((line) => ({ path, ...line })),
      )
    }
    return found
  }

  /** Adds an uploaded file, stored under `hash`. To be called before the agent acts. */
  async addUpload(input: string, hash: string): Promise<Changed> {
    const named = normalisePath(input)
    if (!named.ok) return named
    const { path } = named
    const text = await this.stored(hash)
    if (text === null) return refuse(`The uploaded file ${path} cannot be read. Attach it again.`)
    const bytes = Buffer.byteLength(text)
    const problem = textProblem(text) ?? this.sizeProblem(path, bytes)
    if (problem) return refuse(problem)
    const before = this.start.get(path)
    const changed = before?.hash !== hash
    this.files.set(path, { hash, bytes, op: 'edit' })
    this.texts.set(path, text)
    this.used.add(path)
    if (changed)
      this.uploads.set(path, {
        hash,
        bytes,
        tokens: this.tokensOf(path),
        version: this.before(path) + 1,
        turn: this.turnNumber,
      })
    else this.uploads.delete(path)
    return { ok: true, file: this.info(path), changed }
  }

  /** The workspace after this turn, so far. */
  tree(): WorkspaceTree {
    const files = [...this.files].map(([path, { hash, bytes }]): [string, WorkspaceFile] => {
      const history = this.history(path)
      const found = foundBy(history)
      return [
        path,
        found?.hash === hash
          ? found
          : { hash, bytes, tokens: this.tokensOf(path), version: versionNow(history), turn: this.turnNumber },
      ]
    })
    const deleted = this.deletedVersions()
    return {
      files: Object.fromEntries(files.sort(([a], [b]) => (a < b ? -1 : 1))),
      state: Object.fromEntries(this.state.entries()),
      ...(deleted.length ? { deleted: Object.fromEntries(deleted) } : {}),
    }
  }

  /** What this turn did to files: replayed on the start in this order, it gives the tree. */
  touches(): FileTouch[] {
    const paths = new Set([...this.start.keys(), ...this.uploads.keys(), ...this.files.keys()])
    return [...paths].sort().flatMap((path) => touchesOf(this.history(path), () => this.tokensOf(path)))
  }

  /** Texts of the tree that were not stored before this turn. */
  newBlobs(): BlobText[] {
    return this.paths().flatMap((path) => {
      const text = this.texts.get(path)
      return text === undefined || this.isAsFound(path) ? [] : [blobOf(text, this.tokensOf(path))]
    })
  }

  /** Remaining files that were uploaded, read or changed in this turn, in the order of first use. */
  touched(): { path: string; content: string }[] {
    return [...this.used].flatMap((path) => {
      const content = this.texts.get(path)
      return content === undefined ? [] : [{ path, content }]
    })
  }

  private async stored(hash: string): Promise<string | null> {
    try {
      return await this.load(hash)
    } catch {
      return null
    }
  }

  private paths(): string[] {
    return [...this.files.keys()].sort()
  }

  private history(path: string): FileHistory {
    return {
      path,
      before: this.before(path),
      start: this.start.get(path),
      upload: this.uploads.get(path),
      now: this.files.get(path),
      read: this.reads.has(path),
    }
  }

  /** The file's last version in earlier turns; 0 = it had none. */
  private before(path: string): number {
    return this.start.get(path)?.version ?? this.deleted.get(path) ?? 0
  }

  /** Last versions of deleted files, sorted by path. */
  private deletedVersions(): [string, number][] {
    const paths = [...new Set([...this.deleted.keys(), ...this.start.keys(), ...this.uploads.keys()])].sort()
    return paths.flatMap((path) =>
      this.files.has(path) ? [] : [[path, foundBy(this.history(path))?.version ?? this.before(path)]],
    )
  }

  private isAsFound(path: string): boolean {
    const history = this.history(path)
    return foundBy(history)?.hash === history.now?.hash
  }

  private info(path: string): FileInfo {
    return { path, bytes: this.files.get(path)?.bytes ?? 0, version: versionNow(this.history(path)) }
  }

  private put(path: string, text: string, op: Held['op']): Changed {
    const bytes = Buffer.byteLength(text)
    const problem = textProblem(text) ?? this.sizeProblem(path, bytes)
    if (problem) return refuse(problem)
    const old = this.files.get(path)
    const hash = sha256(text)
    if (old?.hash !== hash)
      this.files.set(path, {
        hash,
        bytes,
        op: op === 'edit' && (this.isAsFound(path) || old?.op === 'edit') ? 'edit' : 'write',
      })
    this.texts.set(path, text)
    this.used.add(path)
    return { ok: true, file: this.info(path), changed: old?.hash !== hash }
  }

  private sizeProblem(path: string, bytes: number): string | null {
    const sizes = [...this.files.values()].map((file) => file.bytes)
    return sizeProblem(bytes, this.files.get(path)?.bytes ?? null, sizes)
  }

  /** Counts each text once, and only those that remain. */
  private tokensOf(path: string): number {
    const hash = this.files.get(path)?.hash ?? ''
    const counted = this.tokens.get(hash) ?? this.countTokens(this.texts.get(path) ?? '')
    this.tokens.set(hash, counted)
    return counted
  }

  private missing(path: string): string {
    const paths = this.paths()
    if (!paths.length) return `There is no file ${path}. The workspace has no files.`
    return `There is no file ${path}. The files are: ${paths.slice(0, 10).join(', ')}${paths.length > 10 ? ` and ${paths.length - 10} more` : ''}.`
  }
}
