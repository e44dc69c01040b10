import { z } from 'zod'
import type { Db } from '@/lib/db/engine/client'
import type { Table } from '@/lib/db/engine/rows'
import { storedContext } from '@/lib/db/memory/context-parts'
import { storedWhy } from '@/lib/db/memory/recalls'
import { manifestSchema } from '@/lib/db/turns/steps'
import { limits } from '@/lib/shared/limits'
import { sourcesSchema } from '@/lib/shared/memory/source'
import { each } from '@/lib/shared/pick'
import { decisionSchema, idSchema } from '@/lib/shared/schemas'
import { storableJson, visibleText, wellFormed } from '@/lib/shared/storable'
import { MAX_TAGS, tagSchema, tagsOnce } from '@/lib/shared/tags'
import { foreignText } from '@/lib/shared/text'
import { depthSchema } from '@/lib/shared/turn/depth'
import { recallHitSchema } from '@/lib/shared/turn/events'
import { feedbackSchema } from '@/lib/shared/turn/feedback'
import { imageTypeSchema } from '@/lib/shared/turn/images'
import { turnMessageSchema } from '@/lib/shared/turn/messages'

const text = foreignText(limits.transfer.turnChars)
const label = foreignText(2_000)
const id = idSchema
/** A call of a tool is named by its step and its place there. */
const callId = z.string().regex(/^[A-Za-z0-9_-]{1,80}(?:\.\d{1,6})?$/)
const whole = z.int().min(0).max(2_147_483_647)
const number = z.int().min(1).max(2_147_483_647)
/** Hashes of texts; '' = the context was cleared. */
const hash = z.string().regex(/^([A-Za-z0-9_-]{1,80})?$/)
export const date = z
  .union([z.date(), z.iso.datetime()])
  .transform((at) => new Date(at))
  .refine(
    (at) => at.getTime() >= 0 && at.getUTCFullYear() <= limits.transfer.latestYear,
    'an impossible date',
  )
const flag = z.boolean()
/** JSON that is kept as it is and read by this schema later. */
const json = (schema: z.ZodType = z.unknown()) =>
  z
    .unknown()
    .refine((value) => value !== undefined && schema.safeParse(value).success, 'not what it should hold')
    .transform((value) => storableJson(value))
const orNull = (schema: z.ZodType) => json(schema.nullable())
/** Null counts as absent, so that exports of earlier versions, which lack the field, keep their hash. */
const unlessNull = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? undefined)
const list = z.array(z.unknown())
const fields = z.record(z.string(), z.unknown())
const CONTROL = /[\p{Cc}\\]/u
export const safePath = z
  .string()
  .overwrite(visibleText)
  .max(limits.workspace.pathChars)
  .refine(
    (value) =>
      !CONTROL.test(value) &&
      value.isWellFormed() &&
      value.split('/').every((part) => !['', '.', '..', '__proto__'].includes(part.trim())),
    'a path that leaves the workspace',
  )

export const conversationRow = z.object({
  id,
  ...each('title origin', label),
  activeLeafId: id.nullable(),
  pinnedAt: date.nullable(),
  ...each('createdAt updatedAt', date),
  archivedAt: date.nullable().default(null),
  tags: z.array(label.pipe(tagSchema)).transform(tagsOnce).pipe(z.array(tagSchema).max(MAX_TAGS)).default([]),
  importedAt: date.nullable().default(null),
  importedFile: label.nullable().default(null),
})
export type BundleConversation = z.infer<typeof conversationRow>

const turn = z.object({
  id,
  branchId: id,
  number,
  parentId: id.nullable(),
  clientMessageId: foreignText(120).min(1),
  status: z.enum(['queued', 'running', 'completed', 'stopped', 'failed', 'interrupted', 'forgotten']),
  attempt: whole,
  ...each('userText answer', text),
  attachments: json(list),
  options: json(fields),
  messages: orNull(z.array(turnMessageSchema)),
  ...each('plan window error', orNull(fields)),
  depth: depthSchema.nullish(),
  tainted: flag,
  ...each('userTokens answerTokens toolTokens', whole),
  recalledTokens: whole.optional(),
  contextTokens: whole,
  createdAt: date,
  ...each('startedAt endedAt', date.nullable()),
})
const step = z.object({
  ...each('id turnId', id),
  ...each('attempt index', whole),
  phase: label,
  round: whole.nullable(),
  ...each('role provider model promptVersion', label),
  manifest: json(manifestSchema),
  form: whole.default(1),
  ...each('text reasoning', text),
  decision: orNull(decisionSchema),
  finish: label,
  error: orNull(fields),
  ...each('inputTokens cachedTokens outputTokens reasoningTokens', whole.nullable()),
  ...each('estInputTokens estOutputTokens', whole),
  costMicros: whole.nullable(),
  log: json(z.array(fields)),
  startedAt: date,
  firstMs: whole.nullable(),
  totalMs: whole,
})

/**
 * The rows of a conversation in an export, by the field of the file they stand in; without owner and
 * conversation. Rows that others name come first. Exports of earlier versions lack the fields that may be missing.
 */
export const bundleRows = {
  branches: z.object({ id, forkTurnId: id.nullable(), path: json(z.array(z.tuple([id, whole])).min(1)) }),
  turns: turn,
  steps: step,
  toolCalls: z.object({
    id: callId,
    stepId: id,
    index: whole,
    name: label,
    args: json(),
    ok: flag,
    resultHash: hash,
    sources: json(sourcesSchema).default([]),
    ms: whole,
  }),
  sections: z.object({ stepId: id, section: label, turnId: id, tokens: whole }),
  recalls: z.object({
    ...each('id turnId', id),
    stepId: id.nullable(),
    index: whole,
    source: label,
    request: json(fields),
    engine: label,
    ms: whole,
    injectedStepId: id.nullable(),
    nearMisses: json(),
  }),
  hits: z.object({
    recallId: id,
    rank: whole,
    kind: recallHitSchema.shape.kind,
    refId: label,
    sourceTurnId: id.nullable(),
    score: z.number(),
    parts: json(recallHitSchema.shape.parts),
    place: orNull(storedWhy),
    excerptHash: hash.nullable(),
    tokens: whole,
  }),
  contexts: z.object({
    ...each('id turnId', id),
    ...each('textHash treeHash', hash),
    tokens: whole,
    toolCalls: json(storedContext),
    droppedAt: date.nullable().default(null),
  }),
  touches: z.object({
    turnId: id,
    path: safePath,
    op: z.enum(['write', 'edit', 'delete', 'upload', 'read']),
    ...each('fromHash toHash', hash.nullable()),
    tokens: whole,
  }),
  uploads: z.object({
    id,
    path: safePath,
    hash,
    bytes: whole,
    usedByTurnId: id.nullable(),
    mediaType: unlessNull(imageTypeSchema),
    ...each('width height', unlessNull(whole)),
  }),
  summaries: z.object({
    ...each('id branchId', id),
    ...each('level fromNumber toNumber', whole),
    contextId: id.nullable(),
    text,
    insights: json(z.array(z.string())),
    tokens: whole,
    status: label,
    stale: flag,
  }),
  provenance: z.object({ kind: label, refId: id, sourceTurnId: id }),
  citations: z.object({ turnId: id, index: whole, kind: label, refId: label, start: whole, end: whole }),
  depthCorrections: z.object({ turnId: id, depth: depthSchema, at: date }),
  feedback: feedbackSchema.extend({ turnId: id, at: date }),
  settings: z.object({ key: label, value: json() }),
  /** `image` = the text is an image of this type in base64, and the hash that of its bytes. */
  blobs: z.object({
    hash,
    // Stored prompts contain word joiners, which undo control tokens.
    text: z.string().transform(wellFormed),
    tokens: whole,
    image: imageTypeSchema.optional(),
  }),
} as const
export type BundleName = keyof typeof bundleRows
/** The names that fields had in exports before format 4. */
export const NAMES_BEFORE: Partial<Record<BundleName, Record<string, string>>> = {
  turns: { plan: 'complexity' },
  steps: { log: 'tries' },
}
export type BundleFields = Record<string, unknown>
export const BUNDLE_NAMES = Object.keys(bundleRows) as BundleName[]

/** `unique` = fields that no two rows share; `of` = its table names the conversation too, or no owner. */
type TableOfRows = {
  table: Exclude<Table, 'Blob' | 'Event'>
  unique: readonly string[]
  of?: 'conversation' | 'nobody'
}
export const TABLE_OF: Record<Exclude<BundleName, 'blobs'>, TableOfRows> = {
  branches: { table: 'Branch', unique: ['id'], of: 'conversation' },
  turns: { table: 'Turn', unique: ['id', 'branchId number', 'clientMessageId'], of: 'conversation' },
  steps: { table: 'Step', unique: ['id', 'turnId attempt index'] },
  toolCalls: { table: 'ToolCall', unique: ['id', 'stepId index'], of: 'nobody' },
  sections: { table: 'LedgerSection', unique: ['stepId section'] },
  recalls: { table: 'Recall', unique: ['id', 'turnId index'] },
  hits: { table: 'RecallHit', unique: ['recallId rank'], of: 'nobody' },
  contexts: { table: 'Context', unique: ['turnId', 'id'] },
  touches: { table: 'FileTouch', unique: ['turnId path op'] },
  uploads: { table: 'Upload', unique: ['id'], of: 'conversation' },
  summaries: { table: 'Summary', unique: ['id', 'branchId level fromNumber toNumber'], of: 'conversation' },
  provenance: { table: 'Provenance', unique: ['kind refId sourceTurnId'] },
  citations: { table: 'Citation', unique: ['turnId index'], of: 'nobody' },
  depthCorrections: { table: 'DepthCorrection', unique: ['turnId'] },
  feedback: { table: 'Feedback', unique: ['turnId'] },
  settings: { table: 'Setting', unique: ['key'] },
}
export type RowName = keyof typeof TABLE_OF
export const ROW_NAMES = Object.keys(TABLE_OF) as RowName[]

/** The rows that a field names one of; null is allowed where the field may be null. */
const NAMED: Record<string, RowName> = {
  ...each('turnId forkTurnId usedByTurnId', 'turns'),
  ...{ branchId: 'branches', stepId: 'steps', recallId: 'recalls' },
}
export const namedBy = (name: BundleName): [field: string, target: RowName][] =>
  name === 'provenance'
    ? [
        ['refId', 'summaries'],
        ['sourceTurnId', 'turns'],
      ]
    : Object.entries(NAMED).filter(([field]) => field in bundleRows[name].shape)

/** Reads rows of a table that is known by its name. */
export const readRows = (db: Db, table: string, query: object): Promise<Record<string, unknown>[]> => {
  const name = table[0]?.toLowerCase() + table.slice(1)
  return (db as unknown as Record<string, Pick<Db['turn'], 'findMany'>>)[name]?.findMany(query) as never
}
