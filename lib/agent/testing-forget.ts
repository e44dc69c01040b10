import { existsSync, readFileSync } from 'node:fs'
import type { Db } from '@/lib/db/engine/client'
import { Prisma } from '@/lib/db/generated/sqlite/client'
import { writeSetting } from '@/lib/db/settings'
import type { Turn } from '@/lib/db/turns/turns'
import { siblingTurn } from '@/lib/services/turns/turns'
import { askedIn, ScriptedModels } from './testing'
import { byHand, type Hands, PLAIN } from './testing-hands'

type Rows = { findMany(args?: object): Promise<Record<string, unknown>[]> }
const tables = (db: Db) =>
  Object.keys(Prisma.ModelName).map(
    (name) =>
      [
        name,
        (db as unknown as Record<string, Rows>)[`${name.charAt(0).toLowerCase()}${name.slice(1)}`],
      ] as const,
  )

/** Every row as a sorted list of texts, without the tables that record forgetting. */
export async function allRows(db: Db): Promise<Record<string, string[]>> {
  const dump: Record<string, string[]> = {}
  for (const [name, table] of tables(db)) {
    if (name === 'Trash' || name === 'Change') continue
    const rows = (await table?.findMany()) ?? []
    dump[name] = rows.map((row) => JSON.stringify(name === 'User' ? { ...row, memoryRev: 0 } : row)).sort()
  }
  return dump
}

/** Whether the files of a SQLite database contain a text. */
export const bytesHold = (file: string, text: string) =>
  [file, `${file}-wal`].some((name) => existsSync(name) && readFileSync(name).includes(text))

const LETTERS = 'bcdfghjklmnprstvz'
/** A word that occurs nowhere else. */
export const secretWord = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(14)), (value) => LETTERS[value % LETTERS.length]).join('')

/**
 * This model obeys `recall N`, `find WORD`, `file PATH TEXT`, `read PATH`, `keep KEY VALUE`, `look`, and for
 * a made-up file `invent`, `open`, `list`. Anything else it notes.
 */
const obey = (line: string, invented: string) => {
  const [verb = '', first = '', ...rest] = line.split(' ')
  if (verb === 'recall') return { name: 'recall_context', args: { turnNumbers: [Number(first)] } }
  if (verb === 'find') return { name: 'recall_context', args: { keywords: [first] } }
  if (verb === 'file') return { name: 'write_file', args: { path: first, text: rest.join(' ') } }
  if (verb === 'invent')
    return {
      name: 'write_file',
      args: {
        path: `${invented.slice(0, 7)}.md`,
        text: `A first line ${first}.\nThe treasure ${invented} lies here.\n`,
      },
    }
  if (verb === 'open') return { name: 'read_file', args: { path: `${invented.slice(0, 7)}.md` } }
  if (verb === 'list') return { name: 'list_files', args: {} }
  if (verb === 'keep') return { name: 'set_state', args: { key: first, value: rest.join(' ') } }
  if (verb === 'look') return { name: 'get_state', args: {} }
  if (verb === 'search') return { name: 'search_files', args: { text: 'treasure' } }
  return verb === 'read' ? { name: 'read_file', args: { path: first } } : null
}

export type Talk = Hands & {
  tell(conversationId: string, text: string): Promise<Turn>
  again(turn: Turn, text: string): Promise<Turn>
}
/** A real agent whose model obeys and repeats nothing. Every three turns make a roll-up. */
export async function talker(invented = '', open?: Parameters<typeof byHand>[1]): Promise<Talk> {
  const h = await byHand({}, open)
  h.deps.models = new ScriptedModels((request) => {
    const line = askedIn(request).split('\n', 1)[0] ?? ''
    const call = request.exchanges.length ? null : obey(line, invented)
    return call ? { calls: [call] } : { text: 'I took note.' }
  })
  await writeSetting(h.db, h.ownerId, 'user', 'rollUp.every', 3)
  const settled = async (turn: Turn) => {
    await h.runner.settled(turn.id)
    await h.jobs.tick()
    return h.turn(turn.id)
  }
  return {
    ...h,
    tell: async (conversationId, text) => settled(await h.send(conversationId, text, PLAIN)),
    again: async (turn, text) => {
      const sibling = await siblingTurn(
        h.caller,
        {
          turnId: turn.id,
          newTurnId: h.runtime.id('turn'),
          clientMessageId: h.runtime.id('msg'),
          options: PLAIN,
        },
        text,
      )
      await h.runner.settled(sibling.id)
      await h.jobs.tick()
      return h.turn(sibling.id)
    },
  }
}
