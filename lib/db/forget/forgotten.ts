import { z } from 'zod'
import { blobOf } from '@/lib/db/engine/blobs'
import type { ContextPart } from '@/lib/db/memory/context-parts'
import type { Manifest } from '@/lib/db/turns/steps'
import { type Source, sourcesSchema } from '@/lib/shared/memory/source'
import { isAnswering } from '@/lib/shared/usage/baselines'
import { stateLine } from '@/lib/shared/workspace'
import type { TrashedWorkspace } from './trashed'

export const FORGOTTEN = '(forgotten)'
export const FORGOTTEN_BLOB = blobOf(FORGOTTEN, 1)
const { hash: FORGOTTEN_HASH } = FORGOTTEN_BLOB

/** Whether the source of a quotation was forgotten. */
export type IsForgotten = (source: Source) => boolean
export const NOTHING_FORGOTTEN: IsForgotten = () => false

/** The manifest with forgotten parts blanked; the same object if it quotes nothing forgotten. */
export function blankManifest(manifest: Manifest, isForgotten: IsForgotten): Manifest {
  const isKept = ({ sources = [] }: { sources?: Source[] }) => !sources.some(isForgotten)
  if (manifest.user.every(isKept) && manifest.results.every(isKept)) return manifest
  const labels = Object.entries(manifest.labels ?? {}).filter(([, id]) => !isForgotten({ kind: 'turn', id }))
  return {
    ...manifest,
    ...(manifest.labels ? { labels: Object.fromEntries(labels) } : {}),
    user: manifest.user.map((part) =>
      isKept(part)
        ? part
        : { section: part.section, hash: FORGOTTEN_HASH, ...(part.from ? { from: part.from } : {}) },
    ),
    results: manifest.results.filter(isKept),
  }
}

type Called = { phase: string; manifest: Manifest; text: string; reasoning: string; decision: unknown }
const UNSAID = { text: '', reasoning: '', decision: null }
/** The same for a step. What memory's own calls said goes with a part of their prompt. */
export function blankStep<T extends Called>(step: T, isForgotten: IsForgotten): T {
  const manifest = blankManifest(step.manifest, isForgotten)
  if (manifest === step.manifest) return step
  return { ...step, manifest, ...(isAnswering(step.phase) ? {} : UNSAID) }
}

/** Why a turn got its depth, without the words of the classifier, which may repeat what it was shown. */
export const blankPlan = <T extends { classified?: { reasons: string[]; intents: string[] } | undefined }>(
  plan: T,
): T => (plan.classified ? { ...plan, classified: { ...plan.classified, reasons: [], intents: [] } } : plan)

const exchangesSchema = z.array(
  z.looseObject({
    calls: z.array(z.looseObject({ args: z.unknown().optional() })),
    results: z.array(z.looseObject({ text: z.string() })),
  }),
)
/** The stored exchanges of a step without results that quote something forgotten. */
export function blankExchanges(
  json: string,
  { results }: Pick<Manifest, 'results'>,
  isForgotten: IsForgotten,
): string {
  const forgotten = results.filter(({ sources }) => sources.some(isForgotten))
  if (forgotten.length === 0) return json
  const exchanges = exchangesSchema.parse(JSON.parse(json))
  for (const { exchange, result, sources } of forgotten) {
    const { calls = [], results: given = [] } = exchanges[exchange] ?? {}
    if (given[result]) given[result].text = FORGOTTEN
    if (calls[result] && sources.some((source) => isForgotten(source) && isOfWorkspace(source)))
      calls[result].args = {}
  }
  return JSON.stringify(exchanges)
}

type Call = { args: unknown; resultHash: string; sources: unknown }
/** Blanks a call whose result quotes something forgotten; its arguments too if that was a file or value. */
export function blankCall<T extends Call>(call: T, isForgotten: IsForgotten): T {
  const forgotten = sourcesSchema.parse(call.sources).filter(isForgotten)
  if (forgotten.length === 0) return call
  const args = forgotten.some(isOfWorkspace) ? {} : call.args
  return { ...call, args, resultHash: FORGOTTEN_HASH, sources: [] }
}

/** Blanks the parts of a context that quote something forgotten; of lists, `withoutListed` removes lines. */
export const blankParts = (parts: ContextPart[], isForgotten: IsForgotten): ContextPart[] =>
  parts.map((part) => {
    const { sources, ...bare } = part
    if (!sources?.some(isForgotten)) return part
    if (!isList(part)) return { ...bare, hash: FORGOTTEN_HASH }
    const left = sources.filter((source) => !isForgotten(source))
    return left.length ? { ...part, sources: left } : bare
  })

const isList = ({ who, title }: ContextPart) => who === 'file' && (title === 'Files' || title === 'State')
export const isOfWorkspace = ({ kind }: Source) => kind === 'file' || kind === 'state'

/** The text of a context's list of files or values without the given ones. */
export function withoutListed(title: string, text: string, { files, state }: TrashedWorkspace): string {
  if (title === 'State')
    return state
      .map(stateLine)
      .reduce((left, line) => `\n${left}\n`.replaceAll(`\n${line}\n`, '\n').slice(1, -1), text)
  if (title !== 'Files') return text
  return text
    .split('\n')
    .filter((line) => !files.some((file) => line.startsWith(`${file.path} (`)))
    .join('\n')
}
