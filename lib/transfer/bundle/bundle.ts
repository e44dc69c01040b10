import { createHash } from 'node:crypto'
import { z } from 'zod'
import {
  type BundleConversation,
  type BundleFields,
  type BundleName,
  bundleRows,
  conversationRow,
  NAMES_BEFORE,
  namedBy,
  ROW_NAMES,
  type RowName,
  safePath,
  TABLE_OF,
} from '@/lib/db/transfer/bundle-rows'
import { storableJson, storableText } from '@/lib/shared/storable'
import { type WorkspaceTree, workspaceTreeSchema } from '@/lib/shared/workspace'
import type { ImportText, ImportTexts } from '@/lib/transfer/archive/import-texts'
import { mapSlowly } from '@/lib/transfer/archive/map-slowly'
import { isFields } from '@/lib/transfer/formats/fields'
import { ImportRefusal, shaped } from '@/lib/transfer/refusal'

/** One conversation of a Mneme export. `hash` = of what the file says, before ids are mapped. */
export type ExportBundle = {
  conversation: BundleConversation
  rows: Record<RowName, BundleFields[]>
  texts: readonly ImportText[]
  hash: string
}

const OURS = 'a conversation of a Mneme export'
const treeSchema = workspaceTreeSchema.refine((tree) =>
  Object.keys(tree.files).every((path) => safePath.safeParse(path).success),
)

/** `importTexts` = what came before it. @throws Refusal for invalid rows, duplicates, missing references. */
export async function readBundle(
  value: Record<string, unknown>,
  importTexts: ImportTexts,
): Promise<ExportBundle> {
  const conversation = shaped(conversationRow, value.conversation, OURS)
  const rows = {} as ExportBundle['rows']
  for (const name of ROW_NAMES) rows[name] = await rowsOf(name, value[name] ?? [])
  for (const row of shaped(z.array(z.unknown()), value.blobs ?? [], `${OURS} (blobs)`))
    await importTexts.add(row)
  const texts = importTexts.checked()
  const hash = new BundleHash(conversation)
  for (const name of ROW_NAMES) await mapSlowly(rows[name], (row) => hash.add(name, row))
  await mapSlowly([...texts.keys()], (name) => hash.add('blobs', { hash: name }))
  const bundle = { conversation, rows, texts: [], hash: hash.digest() }
  checkTree(bundle)
  checkReferences(bundle, texts)
  return withTrueHashes(bundle, importTexts)
}

/** A row with the names that its fields have now, or had before; a field that is there already stays. */
function named(name: BundleName, row: unknown, when: 'now' | 'before'): unknown {
  const names = Object.entries(NAMES_BEFORE[name] ?? {}).map(([now, before]) =>
    when === 'now' ? [before, now] : [now, before],
  ) as [from: string, to: string][]
  if (!isFields(row) || !names.some(([from]) => from in row)) return row
  const made = { ...row }
  for (const [from, to] of names)
    if (from in row) {
      if (!(to in row)) made[to] = row[from]
      delete made[from]
    }
  return made
}

async function rowsOf(name: RowName, value: unknown): Promise<BundleFields[]> {
  const schema = bundleRows[name] as z.ZodType<BundleFields>
  const rows = await mapSlowly(shaped(z.array(z.unknown()), value, `${OURS} (${name})`), (row) =>
    shaped(schema, named(name, row, 'now'), `${OURS} (${name})`),
  )
  for (const fields of TABLE_OF[name].unique.map((one) => one.split(' '))) {
    const seen = new Set<string>()
    for (const row of rows) {
      const key = fields.map((field) => String(row[field])).join(' ')
      const same = `the same ${fields.join(' and ')} (${key.slice(0, 60)})`
      if (seen.has(key)) throw new ImportRefusal(`It contains two ${name} with ${same}.`)
      seen.add(key)
    }
  }
  return rows
}

/** Parents come before their turns, which excludes circles, and branches start from branches of the file. */
function checkTree({ rows }: ExportBundle) {
  const numberOf = new Map(rows.turns.map((turn) => [turn.id, Number(turn.number)]))
  const branchIds = new Set(rows.branches.map((branch) => branch.id))
  for (const turn of rows.turns) {
    const before = turn.parentId === null ? 0 : (numberOf.get(turn.parentId) ?? Number.NaN)
    const id = String(turn.id).slice(0, 60)
    if (!(before < Number(turn.number)))
      throw new ImportRefusal(`Its message ${id} has an impossible position in the conversation.`)
  }
  for (const { id, path } of rows.branches) {
    const spans = path as [string, number][]
    if (
      spans.at(-1)?.[0] !== id ||
      spans.some(([branchId, max], i) => !branchIds.has(branchId) || max < (spans[i - 1]?.[1] ?? 0)) ||
      new Set(spans.map(([branchId]) => branchId)).size !== spans.length
    )
      throw new ImportRefusal(`Its branch ${String(id).slice(0, 60)} has an impossible path.`)
  }
}

function checkReferences({ conversation, rows }: ExportBundle, texts: ReadonlyMap<string, ImportText>) {
  const ids = (name: RowName) => new Set(rows[name].map((row) => row.id))
  const known = new Map<BundleName, Set<unknown>>(ROW_NAMES.map((name) => [name, ids(name)]))
  const missing = (target: BundleName, id: unknown): never => {
    throw new ImportRefusal(
      `It names one of its ${target} that it does not contain (${String(id).slice(0, 60)}).`,
    )
  }
  for (const name of ROW_NAMES)
    for (const [field, target] of namedBy(name))
      for (const row of rows[name])
        if (row[field] !== null && !known.get(target)?.has(row[field])) missing(target, row[field])
  if (conversation.activeLeafId !== null && !known.get('turns')?.has(conversation.activeLeafId))
    missing('turns', conversation.activeLeafId)
  for (const { textHash, treeHash, toolCalls } of rows.contexts) {
    const parts = (toolCalls as { parts: { hash: string }[] }).parts.map((part) => part.hash)
    const isMissing = (hash: unknown) =>
      texts.get(String(hash))?.image !== undefined || !texts.has(String(hash))
    if ([...(textHash ? parts : []), treeHash].some(isMissing))
      throw new ImportRefusal('A text that one of its messages refers to is missing.')
  }
}

const treeOf = (text: string): WorkspaceTree | null => {
  try {
    return treeSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Files keep what they show, like those a person attaches. Stored prompts are kept as they were sent. */
async function showFiles({ rows }: ExportBundle, importTexts: ImportTexts, trees: ReadonlySet<unknown>) {
  const texts = importTexts.checked()
  const files = new Set(rows.uploads.map((upload) => upload.hash))
  for (const name of trees)
    for (const { hash } of Object.values(treeOf((await texts.get(String(name))?.read()) ?? '')?.files ?? {}))
      files.add(hash)
  for (const name of files) {
    const file = texts.get(String(name))
    if (!file || file.image) continue
    const text = await file.read()
    const shown = storableText(text)
    if (shown !== text) await importTexts.replace(String(name), shown)
  }
}

/**
 * A text is stored under its computed hash only. With the claimed hash, a later text that really has it would
 * read as this one. Hashes may legitimately differ where forgetting has removed something from a text.
 * @throws Refusal for a workspace that could not be read.
 */
async function withTrueHashes(bundle: ExportBundle, importTexts: ImportTexts): Promise<ExportBundle> {
  const map = new Map<string, string>()
  const trees = new Set(bundle.rows.contexts.map((context) => context.treeHash))
  const texts = importTexts.checked()
  await showFiles(bundle, importTexts, trees)
  for (const [name, { hash }] of texts) if (!trees.has(name) && hash !== name) map.set(name, hash)
  for (const name of [...texts.keys()].filter((one) => trees.has(one))) {
    const text = (await texts.get(name)?.read()) ?? ''
    const tree = treeOf(text)
    if (!tree) throw new ImportRefusal('The files of one of its messages cannot be read.')
    const given = JSON.parse(text)
    const shown = JSON.stringify(storableJson(mapped(given, map)))
    if (shown !== JSON.stringify(given)) await importTexts.replace(name, shown)
  }
  for (const [name, { hash }] of texts) if (hash !== name) map.set(name, hash)
  const own = new Map([...texts.values()].map((text) => [text.hash, text]))
  return mapBundle({ ...bundle, texts: [...own.values()] }, map)
}

/** Texts and names written by a person or a model, which are never taken for ids. */
const WRITTEN = new Set('text userText answer reasoning title tags insights path key value args'.split(' '))
/** Replaces every string in a value that is one of these ids, except keys. */
function mapped(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return ids.get(value) ?? value
  if (Array.isArray(value)) return value.map((inner) => mapped(inner, ids))
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      WRITTEN.has(key) && !(key === 'path' && Array.isArray(inner)) ? inner : mapped(inner, ids),
    ]),
  )
}

export async function mapBundle(
  bundle: ExportBundle,
  ids: ReadonlyMap<string, string>,
): Promise<ExportBundle> {
  if (ids.size === 0) return bundle
  const rows = {} as ExportBundle['rows']
  for (const name of ROW_NAMES)
    rows[name] = await mapSlowly(bundle.rows[name], (row) => mapped(row, ids) as BundleFields)
  return { ...bundle, rows, conversation: mapped(bundle.conversation, ids) as BundleConversation }
}

/** What a text quotes was not in exports of earlier versions; it follows from the rest. */
const DERIVED = new Set(['sources', 'results', 'form'])

/** JSON with sorted fields: each database keeps them in an order of its own. */
export const canonicalJson = (value: unknown, without: ReadonlySet<string> = new Set()): string =>
  JSON.stringify(value, (_, inner: unknown) => {
    if (!isFields(inner)) return inner
    const kept = Object.entries(inner).filter(([key]) => !without.has(key))
    return Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)))
  })

/** Equal for equal conversations, however they got here and are organised. */
class BundleHash {
  private readonly hash = createHash('sha256')

  constructor(row: BundleConversation) {
    const {
      origin: _,
      importedAt: _at,
      importedFile: _file,
      archivedAt: _archived,
      tags: _tags,
      ...rest
    } = row
    this.hash.update(canonicalJson(rest, DERIVED))
  }

  add(name: BundleName, row: BundleFields) {
    // With the names of before: the same export, imported before and now, has one hash.
    const said = name === 'blobs' ? String(row.hash) : canonicalJson(named(name, row, 'before'), DERIVED)
    this.hash.update(`\n${name} ${said}`)
  }

  digest = () => this.hash.digest('hex')
}
