import { z } from 'zod'
import { stateLine } from '@/lib/base/workspace'
import { blobOf } from '@/lib/db/engine/blobs'
import type { ContextPart } from '@/lib/db/memory/context-parts'
import type { Manifest } from '@/lib/db/turns/steps'
import { type Source, sourcesSchema } from '@/lib/shared/source'
import type { HeldWorkspace } from './held-schema'

/** Stands in the place of a text that was forgotten. */
export const FORGOTTEN = '(forgotten)'
export const FORGOTTEN_BLOB = blobOf(FORGOTTEN, 1)
const { hash: GONE_HASH } = FORGOTTEN_BLOB

/** Whether what a text quotes was forgotten. */
export type IsGone = (source: Source) => boolean
export const NOTHING_GONE: IsGone = () => false

/** A manifest whose forgotten parts say so; the same object when it quotes nothing of the kind. */
export function blankManifest(manifest: Manifest, isGone: IsGone): Manifest {
  const isKept = ({ sources = [] }: { sources?: Source[] }) => !sources.some(isGone)
  if (manifest.user.every(isKept) && manifest.results.every(isKept)) return manifest
  return {
    ...manifest,
    user: manifest.user.map((part) => (isKept(part) ? part : { section: part.section, hash: GONE_HASH })),
    results: manifest.results.filter(isKept),
  }
}

const exchangesSchema = z.array(
  z.looseObject({
    calls: z.array(z.looseObject({ args: z.unknown().optional() })),
    results: z.array(z.looseObject({ text: z.string() })),
  }),
)
/** The stored exchanges of a step without the results that quote something forgotten. */
export function blankExchanges(json: string, { results }: Pick<Manifest, 'results'>, isGone: IsGone): string {
  const gone = results.filter(({ sources }) => sources.some(isGone))
  if (gone.length === 0) return json
  const exchanges = exchangesSchema.parse(JSON.parse(json))
  for (const { exchange, result, sources } of gone) {
    const { calls = [], results: given = [] } = exchanges[exchange] ?? {}
    if (given[result]) given[result].text = FORGOTTEN
    if (calls[result] && sources.some((source) => isGone(source) && isOfWorkspace(source)))
      calls[result].args = {}
  }
  return JSON.stringify(exchanges)
}

type Call = { args: unknown; resultHash: string; sources: unknown }
/**
 * A tool call whose result quotes something forgotten; what it was given goes too where that was a file or a
 * value.
 */
export function blankCall<T extends Call>(call: T, isGone: IsGone): T {
  const gone = sourcesSchema.parse(call.sources).filter(isGone)
  if (gone.length === 0) return call
  const args = gone.some(isOfWorkspace) ? {} : call.args
  return { ...call, args, resultHash: GONE_HASH, sources: [] }
}

/**
 * The parts of a context, those that quote something forgotten blanked; of lists, `withoutListed` takes the
 * lines.
 */
export const blankParts = (parts: ContextPart[], isGone: IsGone): ContextPart[] =>
  parts.map((part) => {
    const { sources, ...bare } = part
    if (!sources?.some(isGone)) return part
    if (!isList(part)) return { ...bare, hash: GONE_HASH }
    const left = sources.filter((source) => !isGone(source))
    return left.length ? { ...part, sources: left } : bare
  })

const isList = ({ who, title }: ContextPart) => who === 'file' && (title === 'Files' || title === 'State')
const isOfWorkspace = ({ kind }: Source) => kind === 'file' || kind === 'state'

/** A list of files or values, as contexts hold it, without some of them. */
export function withoutListed(title: string, text: string, { files, state }: HeldWorkspace): string {
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
