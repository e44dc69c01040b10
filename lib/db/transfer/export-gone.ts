import { getBlobs } from '@/lib/db/engine/blobs'
import type { Db } from '@/lib/db/engine/client'
import { chunks, columns } from '@/lib/db/engine/rows'
import {
  blankCall,
  blankManifest,
  blankParts,
  blankPlan,
  blankStep,
  FORGOTTEN,
  FORGOTTEN_BLOB,
  type IsForgotten,
  NOTHING_FORGOTTEN,
  withoutListed,
} from '@/lib/db/forget/forgotten'
import { hasWorkspace, type TrashedFile, type TrashedWorkspace } from '@/lib/db/forget/trashed'
import { shownTexts, trashedFinds, trashedTurns, trashedWorkspace, visibleTo } from '@/lib/db/forget/visible'
import { EMPTIED_CONTEXT, fileTitle, storedContext } from '@/lib/db/memory/context-parts'
import { withoutTrashed } from '@/lib/db/memory/contexts'
import { storedMisses } from '@/lib/db/memory/recalls'
import { manifestSchema } from '@/lib/db/turns/steps'
import { thinkingPlanSchema } from '@/lib/shared/turn/events'
import { workspaceTreeSchema } from '@/lib/shared/workspace'
import { type BundleFields, type BundleName, namedBy } from './bundle-rows'

const isOf = (files: TrashedFile[], path: unknown, hash: unknown) =>
  files.some((file) => file.path === path && file.hashes.includes(String(hash ?? '')))

type Change = (name: BundleName, row: BundleFields) => BundleFields | null
/** A row as it is exported while something is in the trash, as if that were purged; null = left out. */
export async function withoutTrash(db: Db, ownerId: string, conversationId: string): Promise<Change> {
  const [{ files }, turns, now, isTrashed] = await Promise.all([
    trashedWorkspace(db, ownerId, conversationId),
    trashedTurns(db, ownerId),
    visibleTo(db, ownerId),
    trashedFinds(db, ownerId),
  ])
  const plans = new Set(await blankPlansIn(db, ownerId, conversationId, now.isGone))
  const paths = files.map((file) => file.path)
  const titles = new Set(paths.map(fileTitle))
  const uploads = files.length
    ? await db.upload.findMany({ where: { ownerId, conversationId, path: { in: paths } } })
    : []
  const goneUploads = new Set<unknown>(
    uploads.filter(({ path, hash }) => isOf(files, path, hash)).map((upload) => upload.id),
  )
  const isGone = (id: unknown) => typeof id === 'string' && turns.has(id)

  const change: Partial<Record<BundleName, (row: BundleFields) => BundleFields | null>> = {
    turns: (row) => {
      const attachments = row.attachments as { uploadId?: unknown }[]
      const plan = plans.has(String(row.id)) ? thinkingPlanSchema.safeParse(row.plan).data : undefined
      return {
        ...row,
        attachments: attachments.filter(({ uploadId }) => !goneUploads.has(uploadId)),
        ...(plan ? { plan: blankPlan(plan) } : {}),
      }
    },
    steps: (row) => {
      const before = manifestSchema.parse(row.manifest)
      const step = blankStep({ ...(row as Parameters<typeof blankStep>[0]), manifest: before }, now.isGone)
      if (step.manifest === before) return row
      if (step.manifest.results.length === before.results.length) return step
      return { ...step, manifest: { ...step.manifest, exchanges: FORGOTTEN_BLOB.hash, results: [] } }
    },
    toolCalls: (row) => blankCall(row as Parameters<typeof blankCall>[0] & BundleFields, now.isGone),
    recalls: (row) => {
      const misses = storedMisses.safeParse(row.nearMisses).data
      const hits =
        misses?.hits.filter(
          ({ kind, refId, turnId }) =>
            !isTrashed({ kind, refId }) && !isGone(turnId) && !now.hidesExcerpt({ kind, turnId }),
        ) ?? []
      return hits.length === (misses?.hits.length ?? 0) ? row : { ...row, nearMisses: { ...misses, hits } }
    },
    hits: (row) => {
      const inTrash = isTrashed({ kind: String(row.kind), refId: String(row.refId) })
      if (inTrash || isGone(row.sourceTurnId) || isGone(row.refId)) return null
      const hidden = now.hidesExcerpt({ kind: String(row.kind), turnId: String(row.sourceTurnId) })
      return hidden ? { ...row, excerptHash: FORGOTTEN_BLOB.hash } : row
    },
    citations: (row) => (isGone(row.refId) ? null : row),
    depthCorrections: (row) => (isGone(row.turnId) ? null : row),
    feedback: (row) => (isGone(row.turnId) ? null : row),
    contexts: (row) => {
      const stored = storedContext.parse(row.toolCalls)
      if (row.droppedAt) return { ...row, ...EMPTIED_CONTEXT }
      const kept = stored.parts.filter((part) => !titles.has(part.title))
      return { ...row, toolCalls: { ...stored, parts: blankParts(kept, now.isGone) } }
    },
    touches: (row) => (isOf(files, row.path, row.toHash ?? row.fromHash) ? null : row),
    uploads: (row) => (goneUploads.has(row.id) ? null : row),
    summaries: (row) => (isTrashed({ kind: 'summary', refId: String(row.id) }) ? null : row),
  }
  return (name, row) => change[name]?.(row) ?? (change[name] ? null : row)
}

/** Turns whose classifier was shown something in the trash. */
async function blankPlansIn(db: Db, ownerId: string, conversationId: string, isGone: IsForgotten) {
  if (isGone === NOTHING_FORGOTTEN) return []
  const steps = await db.step.findMany({
    where: { ownerId, phase: 'classify', turn: { conversationId } },
    select: columns('turnId manifest'),
  })
  return steps.flatMap(({ turnId, manifest }) => {
    const read = manifestSchema.parse(manifest)
    return blankManifest(read, isGone) === read ? [] : [turnId]
  })
}

/** Drops rows that name one which is not in the export: another process wrote between two pages. */
export function keepNamed(turnIds: string[]) {
  const ids = new Map<BundleName, Set<unknown>>([['turns', new Set(turnIds)]])
  for (const name of NAMES) ids.set(name, new Set())
  return (name: BundleName, rows: BundleFields[]) => {
    const names = namedBy(name)
    const kept = rows.filter((row) =>
      names.every(([field, target]) => row[field] === null || ids.get(target)?.has(row[field])),
    )
    if (name !== 'turns') for (const row of kept) ids.get(name)?.add(row.id)
    return kept
  }
}
/** Rows that others name. */
const NAMES = ['branches', 'steps', 'recalls', 'summaries'] as const

const HASH = /\b[0-9a-f]{64}\b/g
/** What may be hidden of a text while something is in the trash; of several kinds the first counts. */
const KINDS = ['tree', 'file', 'Files', 'State', 'text'] as const
type Kind = (typeof KINDS)[number]

/** Texts that the rows of an export name, by what they are. */
export class NamedTexts {
  private readonly kinds = new Map<string, Kind>()

  note(name: BundleName, row: BundleFields) {
    if (['turns', 'summaries', 'branches', 'citations'].includes(name)) return
    this.add('text', row)
    if (name === 'touches' || name === 'uploads') this.add('file', [row.fromHash, row.toHash, row.hash])
    if (name !== 'contexts') return
    this.add('tree', row.treeHash)
    for (const part of storedContext.parse(row.toolCalls).parts)
      if (part.title === 'Files' || part.title === 'State') this.add(part.title, part.hash)
  }

  private add(kind: Kind, value: unknown) {
    for (const [hash] of (JSON.stringify(value) ?? '').matchAll(HASH)) {
      const known = this.kinds.get(hash)
      if (!known || KINDS.indexOf(kind) < KINDS.indexOf(known)) this.kinds.set(hash, kind)
    }
  }

  /** All of them, those that only workspace trees name included. */
  async hashes(db: Db, ownerId: string, conversationId: string, page: number): Promise<string[]> {
    const trashed = await trashedWorkspace(db, ownerId, conversationId)
    const trees = [...this.kinds].flatMap(([hash, kind]) => (kind === 'tree' ? hash : []))
    for (const some of chunks(trees, page))
      for (const text of (await getBlobs(db, ownerId, some)).values())
        this.add('file', Object.values(asTree(text, trashed)?.files ?? {}))
    return [...this.kinds.keys()].sort()
  }

  /** These texts as they may be exported now. */
  async read(db: Db, ownerId: string, conversationId: string, hashes: string[]) {
    const [trashed, texts] = await Promise.all([
      trashedWorkspace(db, ownerId, conversationId),
      shownTexts(db, ownerId, hashes),
    ])
    const gone = new Set(trashed.files.flatMap((file) => file.hashes))
    for (const [hash, text] of texts) {
      const kind = this.kinds.get(hash)
      if (kind === 'Files' || kind === 'State') texts.set(hash, withoutListed(kind, text, trashed))
      else if (kind === 'file' && gone.has(hash)) texts.set(hash, FORGOTTEN)
      else if (kind === 'tree' && hasWorkspace(trashed)) {
        const tree = asTree(text, trashed)
        if (tree) texts.set(hash, JSON.stringify(tree))
      }
    }
    return texts
  }
}

/** Null for a text that is no workspace. */
function asTree(text: string, trashed: TrashedWorkspace) {
  try {
    return withoutTrashed(workspaceTreeSchema.parse(JSON.parse(text)), trashed)
  } catch {
    return null
  }
}
