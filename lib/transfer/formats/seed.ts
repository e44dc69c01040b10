import { sha256 } from '@/lib/db/engine/blobs'
import { forkPath } from '@/lib/db/turns/path'
import { fromPieces } from '@/lib/memory/context/context'
import { messageAndAnswer, parseExport, piecesIn } from '@/lib/memory/context/memory-export'
import { turnOf } from '@/lib/memory/context/memory-import'
import { turnSummaryRow } from '@/lib/memory/summaries/summaries'
import { MnemeError } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import { idSchema } from '@/lib/shared/schemas'
import { importOrigin } from '@/lib/shared/transfer/transfer'
import { emptyTree } from '@/lib/shared/workspace'
import type { ImportTexts } from '@/lib/transfer/archive/import-texts'
import { readBundle } from '@/lib/transfer/bundle/bundle'
import { writeBundle } from '@/lib/transfer/bundle/write-bundle'
import { ImportRefusal } from '@/lib/transfer/refusal'
import { isFields } from './fields'
import type { WriteDeps } from './write-turns'

const TITLE_CHARS = 60

export const isSeed = (value: unknown): value is Record<string, unknown> =>
  isFields(value) && Array.isArray(value.contexts) && Array.isArray(value.summaries) && !value.conversation

const parsed = (value: unknown) => {
  try {
    return parseExport(value)
  } catch (error) {
    throw error instanceof MnemeError ? new ImportRefusal(error.message) : error
  }
}

/**
 * A conversation of contexts and summaries as one of a Mneme export: a single branch, with an empty place for
 * each turn that has no context. Ids follow from the file, so the same file brings the same conversation.
 * `source` = the hash of what it says. @throws Refusal
 */
function seedBundle(value: Record<string, unknown>, { runtime, countTokens, importedAt, file }: WriteDeps) {
  const memory = parsed(value)
  if (memory.contexts.length === 0) throw new ImportRefusal('It contains no contexts.')
  const source = sha256(JSON.stringify(memory))
  const own = idSchema.safeParse(value.id).data ?? `conv_${source.slice(0, 24)}`
  const idOf = (kind: string, number: number) => `${kind}_${sha256(`${own} ${number}`).slice(0, 24)}`
  const branchId = idOf('branch', 0)
  const contextOf = new Map(memory.contexts.map((context) => [context.turnNumber, context]))
  const last = Math.max(...contextOf.keys())
  if (last > contextOf.size + limits.memory.maxGap)
    throw new ImportRefusal(`Message ${last} leaves too wide a gap.`)

  const turns = Array.from({ length: last }, (_, i) => {
    const number = i + 1
    const context = contextOf.get(number)
    const at = new Date(context?.createdAt ?? runtime.now().getTime() + i)
    const pieces = (context && piecesIn(context)) ?? undefined
    const { id, said } = turnOf(idOf('turn', number), at, pieces, countTokens)
    return {
      ...{ id, branchId, number, parentId: number > 1 ? idOf('turn', number - 1) : null },
      ...{ clientMessageId: `import_${number}`, status: said ? 'completed' : 'forgotten', attempt: 0 },
      ...{ userText: '', answer: '', userTokens: 0, answerTokens: 0, contextTokens: 0, ...said },
      ...{ attachments: [], options: {}, messages: null, plan: null, window: null, error: null },
      ...{ tainted: false, toolTokens: 0, createdAt: at, startedAt: null, endedAt: at },
    }
  })
  const contexts = memory.contexts.map((context) => {
    const { id, turnNumber: number, toolCalls } = context
    const place = { turnId: idOf('turn', number), number, countTokens }
    return { ...fromPieces(piecesIn(context) ?? [], emptyTree(), toolCalls, place), id }
  })
  const summaries = memory.summaries.map(({ contextId, turnNumber: number, ...text }) => {
    const row = turnSummaryRow({ branchId, number }, contextId, text, 'model', countTokens)
    return { ...row, fromNumber: number, toNumber: number, stale: false }
  })
  const blobs = new Map(contexts.flatMap((context) => context.blobs).map((blob) => [blob.hash, blob]))
  const [first, leaf] = [turns[0], turns.at(-1)]
  return {
    source,
    conversation: {
      ...{ id: own, title: titleOf(value.title, contextOf.get(Math.min(...contextOf.keys()))) },
      ...{ origin: importOrigin('seed'), importedAt, importedFile: file, activeLeafId: leaf?.id ?? null },
      ...{ pinnedAt: null, createdAt: first?.createdAt, updatedAt: leaf?.createdAt },
    },
    branches: [{ id: branchId, forkTurnId: null, path: forkPath([], 0, branchId) }],
    turns,
    contexts: contexts.map(({ parts, calls, ...row }) => ({ ...row, toolCalls: { parts, calls } })),
    summaries,
    provenance: summaries.map((row) => ({
      ...{ kind: 'summary', refId: row.id, sourceTurnId: idOf('turn', row.fromNumber) },
    })),
    blobs: [...blobs.values()],
  }
}

/** Stores it like a conversation of a Mneme export. @throws Refusal */
export async function writeSeed(deps: WriteDeps, value: Record<string, unknown>, texts: ImportTexts) {
  const { source, ...rows } = seedBundle(value, deps)
  // Turns without a date get one now, which would make the same file new each time.
  return writeBundle(deps, { ...(await readBundle(rows, texts)), hash: source })
}

function titleOf(title: unknown, context: Parameters<typeof piecesIn>[0] | undefined): string {
  if (typeof title === 'string' && title) return title
  const { userText, answer } = messageAndAnswer((context && piecesIn(context)) ?? [])
  return (userText || answer).replace(/\s+/g, ' ').trim().slice(0, TITLE_CHARS) || 'Imported conversation'
}
