import { z } from 'zod'
import { blobOf, sha256 } from '@/lib/db/engine/blobs'
import type { Batch, Db } from '@/lib/db/engine/client'
import { blankParts } from '@/lib/db/forget/forgotten'
import { shownTexts, visibleTo } from '@/lib/db/forget/visible'
import { type ContextPart, fileTitle } from '@/lib/db/memory/context-parts'
import {
  type ContextKey,
  type ContextRow,
  contextRowOps,
  findContext,
  treeOnPath,
} from '@/lib/db/memory/contexts'
import { summariesOfTurns } from '@/lib/db/memory/summaries'
import type { BranchPath } from '@/lib/db/turns/path'
import { turnPath } from '@/lib/db/turns/turns'
import type { ToolCallMade } from '@/lib/shared/memory/graph'
import { droppedWords } from '@/lib/shared/memory/retention'
import type { Source } from '@/lib/shared/memory/source'
import { parseJson } from '@/lib/shared/parse-json'
import { FINISHING_TOOL } from '@/lib/shared/turn/finishing-tool'
import { isMemoryTool } from '@/lib/shared/usage/baselines'
import { emptyTree, stateLine, type WorkspaceTree } from '@/lib/shared/workspace'

type ContextInput = {
  turnId: string
  conversationId: string
  number: number
  userText: string
  answer: string
  tools: Call[]
  tree: WorkspaceTree
  /** Contents of the files that the turn wrote, changed or opened. */
  touched: { path: string; content: string }[]
  countTokens(text: string): number
}
/** A context for readers; `toolCalls` = names of the tools used. */
export type Context = NonNullable<Awaited<ReturnType<typeof readContext>>>

export type ContextPiece = { who: ContextPart['who']; title: string; text: string; sources?: Source[] }
const pieceText = ({ title, text }: Pick<ContextPiece, 'title' | 'text'>) =>
  title ? `## ${title}\n${text}` : text
export const BETWEEN = '\n\n'
/** `fullContext` from its pieces. */
export const assemble = (pieces: Pick<ContextPiece, 'title' | 'text'>[]) =>
  pieces.map(pieceText).join(BETWEEN)

const contextId = (turnId: string, number: number) => `ctx_${number}_${sha256(turnId).slice(0, 20)}`

const fileList = (tree: WorkspaceTree) =>
  Object.entries(tree.files)
    .map(([path, file]) => `${path} (${file.bytes} bytes, version ${file.version})`)
    .join('\n')
const stateList = (tree: WorkspaceTree) =>
  Object.entries(tree.state)
    .map(([key, value]) => stateLine({ key, value }))
    .join('\n')

/** File contents are separate pieces, so an unchanged file is stored once for all contexts. */
function piecesOf(input: ContextInput): ContextPiece[] {
  const { conversationId } = input
  const fileSource = (path: string): Source => ({ kind: 'file', conversationId, path })
  const stateSource = ([key, value]: [string, string]): Source => ({
    ...{ kind: 'state', conversationId, key, value },
  })
  const file = (title: string, text: string, sources: Source[]): ContextPiece => ({
    ...{ who: 'file', title, text, sources },
  })
  const pieces: ContextPiece[] = [
    { who: 'user', title: 'User message', text: input.userText },
    { who: 'assistant', title: 'Answer', text: input.answer },
    ...input.tools.map(toolPiece),
    file(FILE_LIST, fileList(input.tree), Object.keys(input.tree.files).map(fileSource)),
    file('State', stateList(input.tree), Object.entries(input.tree.state).map(stateSource)),
  ]
  const touched = input.touched.map(({ path, content }) => file(fileTitle(path), content, [fileSource(path)]))
  return [...pieces.filter((piece) => piece.text !== ''), ...touched]
}

/** `fullContext` is never cut. `id` is deterministic per turn. */
export function fromPieces(
  pieces: ContextPiece[],
  tree: WorkspaceTree,
  calls: string[],
  { turnId, number, countTokens }: Pick<ContextInput, 'turnId' | 'number' | 'countTokens'>,
) {
  const fullContext = assemble(pieces)
  const texts = pieces.map((piece) => blobOf(piece.text, countTokens(piece.text)))
  const treeText = JSON.stringify(tree)
  const treeBlob = blobOf(treeText, countTokens(treeText))
  return {
    id: contextId(turnId, number),
    turnId,
    fullContext,
    textHash: sha256(fullContext),
    treeHash: treeBlob.hash,
    tokens: countTokens(fullContext),
    parts: pieces.map(({ text: _, ...piece }, i): ContextPart => ({ ...piece, hash: texts[i]?.hash ?? '' })),
    calls,
    blobs: [...texts, treeBlob],
  }
}
type BuiltContext = ReturnType<typeof fromPieces>

/** The complete context of a turn: messages, tools with results, files, state, contents of touched files. */
export function buildContext(input: ContextInput): BuiltContext {
  const calls = input.tools.map((tool) => tool.name)
  return fromPieces(piecesOf(input), input.tree, calls, input)
}

export const contextOps = (
  db: Db,
  ownerId: string,
  { fullContext: _, blobs, ...row }: BuiltContext,
  now: Date,
): Batch => contextRowOps(db, ownerId, row, blobs, now)

/** The pieces of contexts with their texts. @throws Error naming the context when a text is missing. */
export async function contextPieces(db: Db, ownerId: string, rows: Pick<ContextRow, 'id' | 'parts'>[]) {
  if (rows.length === 0) return new Map<string, ContextPiece[]>()
  const now = await visibleTo(db, ownerId)
  const shownRows = rows.map(({ id, parts }) => ({ id, parts: blankParts(parts, now.isGone) }))
  const hashes = shownRows.flatMap((row) => row.parts.map((part) => part.hash))
  const texts = await shownTexts(db, ownerId, hashes)
  const textOf = (id: string, title: string, hash: string) => {
    const text = texts.get(hash)
    if (text === undefined) throw new Error(`The text "${title}" of context ${id} is missing.`)
    return now.listed(title, text)
  }
  return new Map(
    shownRows.map(({ id, parts }) => {
      const pieces = parts.map(({ hash, ...part }) => ({ ...part, text: textOf(id, part.title, hash) }))
      return [id, pieces]
    }),
  )
}

/** A stored context with its pieces; null if it does not exist. Without pieces if its full text was dropped. */
export async function readPieces(db: Db, ownerId: string, key: ContextKey) {
  const found = await findContext(db, ownerId, key)
  if (!found) return null
  const [pieces, summaries] = await Promise.all([
    found.row.droppedAt ? null : contextPieces(db, ownerId, [found.row]),
    summariesOfTurns(db, ownerId, [found.turn.id]),
  ])
  return { ...found, pieces: pieces?.get(found.row.id) ?? [], summary: summaries.get(found.turn.id)?.text }
}

/** A context in full; null if it does not exist. If its text was dropped, `fullContext` says so. */
export async function readContext(db: Db, ownerId: string, key: ContextKey) {
  const read = await readPieces(db, ownerId, key)
  if (!read) return null
  const { row, turn, pieces, summary } = read
  return {
    id: row.id,
    turnId: turn.id,
    turnNumber: turn.number,
    fullContext: row.droppedAt ? droppedWords(row.droppedAt) : assemble(pieces),
    tokenCount: row.tokens,
    toolCalls: row.calls,
    ...(summary === undefined ? {} : { summary }),
  }
}

/** The workspace after the nearest turn of its path with a context; empty at the beginning. */
export async function readTree(db: Db, ownerId: string, turnId: string | null): Promise<WorkspaceTree> {
  return turnId === null ? emptyTree() : treeAfter(db, ownerId, await turnPath(db, ownerId, turnId))
}

/** The same at the end of a path. */
export const treeAfter = async (db: Db, ownerId: string, path: BranchPath): Promise<WorkspaceTree> =>
  (await treeOnPath(db, ownerId, path)) ?? emptyTree()

/** A finished tool call. */
export type Call = { name: string; args: unknown; ok: boolean; result: string; sources?: Source[] }
const FILE_LIST = 'Files'

type Head = Pick<ContextPart, 'who' | 'title'>

const HEADING = /^Tool call(?: \d+)?: ([\w-]+)( \(failed\))?$/
const argsSchema = z.record(z.string(), z.unknown()).catch({})

/** A tool call as a piece of a context: its arguments as JSON on one line, then its result. `i` counts from 0. */
export const toolPiece = ({ name, args, ok, result, sources }: Call, i: number) => ({
  who: 'tool' as const,
  title: `Tool call ${i + 1}: ${name}${ok ? '' : ' (failed)'}`,
  text: `${JSON.stringify(args ?? {})}\n${result}`,
  ...(sources?.length ? { sources } : {}),
})

function headOf({ who, title }: Head): Pick<ToolCallMade, 'name' | 'ok'> | null {
  const [, name, failed] = (who === 'tool' && HEADING.exec(title)) || []
  return name ? { name, ok: !failed } : null
}

type CallWithResult = ToolCallMade & { result: string }
/** A stored call for readers. Arguments that are no object, such as forgotten ones, are empty. */
export const callMade = ({ name, ok, args, result }: Call): CallWithResult => ({
  ...{ name, ok, result },
  args: argsSchema.parse(args),
})

/** The call that a piece was made from; null for other pieces. */
export function callIn({ text, ...head }: Head & { text: string }): CallWithResult | null {
  const call = headOf(head)
  const end = `${text}\n`.indexOf('\n')
  return call && callMade({ ...call, args: parseJson(text.slice(0, end)), result: text.slice(end + 1) })
}

/** Their files are pieces of the context themselves. */
const ON_FILES = new Set(['write_file', 'edit_file'])
/** Whether a piece repeats recalled text, the answer, or files: they stand elsewhere already. */
export function isRepeat(piece: Head): boolean {
  const { name = '', ok = false } = headOf(piece) ?? {}
  const isList = piece.who === 'file' && piece.title === FILE_LIST
  return isMemoryTool(name) || name === FINISHING_TOOL || (ok && ON_FILES.has(name)) || isList
}
