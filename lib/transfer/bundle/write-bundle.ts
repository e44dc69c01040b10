import { sha256 } from '@/lib/db/engine/blobs'
import type { Db } from '@/lib/db/engine/client'
import { isTaken } from '@/lib/db/engine/errors'
import { imageRow } from '@/lib/db/files/images'
import { othersIds, rowToStage, takenIds } from '@/lib/db/transfer/bundle-import'
import { ROW_NAMES, type RowName, TABLE_OF } from '@/lib/db/transfer/bundle-rows'
import { findImported, forgottenHere, importedBefore, turnsHere } from '@/lib/db/transfer/imports'
import { findConversation } from '@/lib/db/turns/conversations'
import { type Definition, definitions, isSettingKey, type SettingKey } from '@/lib/settings/definitions'
import { pacer } from '@/lib/shared/breath'
import { type Source, sourceSchema } from '@/lib/shared/memory/source'
import { idSchema } from '@/lib/shared/schemas'
import {
  formatOfOrigin,
  type ImportedConversation,
  importOrigin,
  SAMPLE_ORIGIN,
} from '@/lib/shared/transfer/transfer'
import type { WriteDeps } from '@/lib/transfer/formats/write-turns'
import { ImportRefusal } from '@/lib/transfer/refusal'
import { canonicalJson, type ExportBundle, mapBundle } from './bundle'
import { type RowWriter, writeStaged } from './row-writer'

/** The ids of a bundle, by table. */
const idsOf = ({ conversation, rows }: ExportBundle): [table: string, ids: string[]][] => [
  ['Conversation', [conversation.id]],
  ...ROW_NAMES.filter((name) => TABLE_OF[name].unique.includes('id')).map((name): [string, string[]] => [
    TABLE_OF[name].table,
    rows[name].map((row) => String(row.id)),
  ]),
]
const PREFIX_CHARS = 40
/** Deterministic per owner, so that conversations of one file still refer to each other's turns. */
const newId = (ownerId: string, id: string, round: number) =>
  `${(/^(.*)_[^_]*$/.exec(id)?.[1] ?? 'id').slice(0, PREFIX_CHARS)}_${sha256(`${ownerId} ${id} ${round}`).slice(0, 24)}`

/** New ids for those already taken, or for all (`every`), and for names of other people's memory. */
async function newIds(
  db: Db,
  ownerId: string,
  bundle: ExportBundle,
  every: boolean,
): Promise<Map<string, string>> {
  const map = new Map<string, string>()
  for (const [table, given] of idsOf(bundle))
    for (const id of every ? given : await takenIds(db, table, given)) {
      let round = 0
      while ((await takenIds(db, table, [newId(ownerId, id, round)])).length) round += 1
      map.set(id, newId(ownerId, id, round))
    }
  const ids = [...(await namedIds(bundle.rows))].filter((id) => !map.has(id))
  for (const id of await othersIds(db, ownerId, ids)) map.set(id, newId(ownerId, id, 0))
  return map
}

/** The conversation of this name that has the same turns here. What is derived from them may have changed. */
async function sameHere(
  { db, ownerId }: WriteDeps,
  { conversation: { id, title }, rows: { turns } }: ExportBundle,
): Promise<string | null> {
  const own = await findConversation(db, ownerId, id)
  const said = (one: Record<string, unknown>) =>
    canonicalJson([one.number, one.status, one.createdAt, one.userText, one.answer])
  const inFile = new Set(turns.map(said))
  const copies = [...(own ? [own] : []), ...(await importedBefore(db, ownerId, keyPrefix(id)))]
  for (const here of copies.filter((one) => one.title === title)) {
    const mine = await turnsHere(db, ownerId, here.id)
    const isSame = mine.every((turn) => turn.trashId === null && inFile.has(said(turn)))
    if (isSame && mine.length === turns.length) return here.id
  }
  return null
}

/** Its texts refer to each other too often to leave some turns out, so the report says it instead. */
async function broughtBack(
  { db, ownerId }: WriteDeps,
  { conversation, rows }: ExportBundle,
): Promise<{ reason?: string }> {
  const place = ({ number, createdAt }: { number?: unknown; createdAt?: unknown }) =>
    `${Number(number)} ${(createdAt as Date).getTime()}`
  const forgotten = await forgottenHere(db, ownerId, conversation.id, keyPrefix(conversation.id))
  const gone = new Set(forgotten.map(place))
  const count = rows.turns.filter((turn) => turn.status !== 'forgotten' && gone.has(place(turn))).length
  if (count === 0) return {}
  const [messages, them] = count === 1 ? ['a message', 'it'] : [`${count} messages`, 'them']
  const advice = `Forget ${them} in the copy too, or remove this import.`
  return { reason: `This copy brings back ${messages} that you forgot here. ${advice}` }
}
const keyPrefix = (sourceId: string) => `mneme:${sourceId}:`

/**
 * Stores a conversation of a Mneme export with every row as it was, whole or not at all. The same again adds
 * nothing; one whose messages or title have changed here becomes a second conversation, with what was
 * forgotten here meanwhile, and its note says so. @throws Refusal
 */
export async function writeBundle(deps: WriteDeps, bundle: ExportBundle): Promise<ImportedConversation> {
  const { db, ownerId } = deps
  const { id: sourceId, title } = bundle.conversation
  const importKey = `${keyPrefix(sourceId)}${bundle.hash}`
  const about = { sourceId, title, turns: bundle.rows.turns.length }
  const same = (await findImported(db, ownerId, importKey))?.id ?? (await sameHere(deps, bundle))
  if (same) return { ...about, id: same, status: 'unchanged' }

  const again = await broughtBack(deps, bundle)
  for (const every of [false, true])
    try {
      const id = await writeUnder(deps, bundle, await newIds(db, ownerId, bundle, every), importKey)
      if (id) return { ...about, ...again, id, status: 'added' }
      return { ...about, id: (await findImported(db, ownerId, importKey))?.id ?? null, status: 'unchanged' }
    } catch (error) {
      // Another import is writing the same ids; those it has not written yet look free.
      if (!isTaken(error)) throw error
    }
  throw new ImportRefusal(
    'Another import was writing the same conversation. Import this file again when it finishes.',
  )
}

/** @returns the new id, or null if the same import was published meanwhile. */
async function writeUnder(
  of: WriteDeps,
  bundle: ExportBundle,
  ids: ReadonlyMap<string, string>,
  importKey: string,
): Promise<string | null> {
  const { conversation, rows, texts } = await mapBundle(bundle, ids)
  const { id, origin: was, activeLeafId, importedAt, importedFile, ...row } = conversation
  // What had been imported there keeps its origin.
  const arrived = formatOfOrigin(was)
    ? { origin: was, importedAt: importedAt ?? of.importedAt, importedFile }
    : { origin: importOrigin('mneme'), importedAt: of.importedAt, importedFile: of.file }
  const came = of.isSample ? { origin: SAMPLE_ORIGIN, importedAt: null, importedFile: null } : arrived
  let written = 0
  const onTurns = (count: number) => {
    written += count
    of.onTurns(count)
  }
  try {
    const published = await writeStaged(of, { id, ...came, ...row }, importKey, async (writer) => {
      await writeRows({ ...of, onTurns }, writer, id, { rows, texts })
      return activeLeafId
    })
    return published ? id : null
  } catch (error) {
    of.onTurns(-written)
    throw error
  }
}

/** Stores the sample, whose ids are new. @returns its id, or null if the person has one already. */
export const writeSample = (deps: WriteDeps, bundle: ExportBundle): Promise<string | null> =>
  writeUnder({ ...deps, isSample: true }, bundle, new Map(), SAMPLE_ORIGIN)

/** Settings that a conversation may have, with valid values. */
const validSettings = (rows: ExportBundle['rows']['settings']) =>
  rows.filter(({ key, value }) => {
    if (!isSettingKey(String(key))) return false
    const { scopes, schema, ownOnly }: Definition = definitions[key as SettingKey]
    return !ownOnly && scopes.some((scope) => scope === 'conversation') && schema.safeParse(value).success
  })

/** Parents before children. */
const inOrder = (name: RowName, rows: ExportBundle['rows']['turns']) =>
  name === 'turns' ? [...rows].sort((a, b) => Number(a.number) - Number(b.number)) : rows

async function writeRows(
  { ownerId, importedAt: at, isSample, onTurns }: WriteDeps,
  writer: RowWriter,
  conversationId: string,
  { rows, texts }: Pick<ExportBundle, 'rows' | 'texts'>,
): Promise<void> {
  const importedAt = isSample ? null : at
  for (const name of ROW_NAMES) {
    for (const row of inOrder(name, name === 'settings' ? validSettings(rows.settings) : rows[name])) {
      await writer.pause(1)
      writer.add(TABLE_OF[name].table, rowToStage(name, row, { ownerId, conversationId, importedAt }))
      if (name === 'turns') onTurns(1)
    }
    await writer.flush()
  }
  for (const { hash, tokens, image, read } of texts) {
    await writer.pause(1)
    const text = await read()
    if (!image) writer.text({ hash, text, tokens })
    else
      writer.add(
        'Image',
        imageRow(ownerId, { hash, mediaType: image, bytes: Buffer.from(text, 'base64') }, at),
      )
  }
  await writer.flush()
}

function* stringsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) yield* stringsIn(inner)
}

/** Every source that a stored value names, at whatever depth. */
function* sourcesIn(value: unknown): Generator<Source> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value))
    if (key !== 'sources') yield* sourcesIn(inner)
    else if (Array.isArray(inner))
      for (const one of inner) {
        const { data } = sourceSchema.safeParse(one)
        if (data) yield data
      }
}

function* namesIn({ hits, recalls, citations, steps, toolCalls, contexts }: ExportBundle['rows']) {
  for (const { sourceTurnId, refId } of hits) yield* stringsIn([sourceTurnId, refId])
  for (const { nearMisses } of recalls) yield* stringsIn(nearMisses)
  for (const { refId } of citations) yield* stringsIn(refId)
  const withSources = [
    ...steps.map((step) => step.manifest),
    ...toolCalls,
    ...contexts.map((context) => context.toolCalls),
  ]
  for (const value of withSources)
    for (const source of sourcesIn(value)) {
      yield 'id' in source ? source.id : source.conversationId
      if (source.kind === 'strategy') yield* source.turns
    }
}

/** The ids of memory that a conversation's recalls, citations and sources name, each once. */
export async function namedIds(rows: ExportBundle['rows']): Promise<Set<string>> {
  const pace = pacer()
  const ids = new Set<string>()
  for (const name of namesIn(rows)) {
    await pace()
    if (!ids.has(name) && idSchema.safeParse(name).success) ids.add(name)
  }
  return ids
}
