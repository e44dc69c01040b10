import {
  answerSchema,
  type ListedTool,
  listedToolSchema,
  type Permission,
  type ToolUse,
  toolUseSchema,
} from '@/lib/shared/tool-servers'
import type { Db, Prisma } from './engine/client'

type Row = Prisma.ToolServerGetPayload<{ include: { tools: true } }>
export type ServerTool = ListedTool & { use: ToolUse }
export type ToolServer = Omit<Row, 'tools'> & { tools: ServerTool[] }

const usedIn = (stored: string | undefined) => toolUseSchema.catch('off').parse(stored)

/** Tools that the agent may use. */
export const SWITCHED_ON = { use: { not: 'off' } } satisfies Prisma.ServerToolWhereInput

/** A person's servers, oldest first, with their tools or some of them. Unreadable tools are left out. */
export async function toolServers(db: Db, ownerId: string, which: Prisma.ServerToolWhereInput = {}) {
  const rows = await db.toolServer.findMany({
    where: { ownerId },
    include: { tools: { where: which, orderBy: { name: 'asc' } } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  return rows.map(({ tools, ...row }) => ({
    ...row,
    tools: tools.flatMap(({ use, ...tool }) => {
      const read = listedToolSchema.safeParse(tool)
      return read.success ? [{ ...read.data, use: usedIn(use) }] : []
    }),
  }))
}

/** Adds a server, or replaces what it is known to offer. */
export async function saveServer(db: Db, { tools, ...row }: ToolServer): Promise<void> {
  const data = tools.map(({ schema, ...tool }) => ({
    ...{ ...tool, serverId: row.id, schema: schema as Prisma.InputJsonObject },
  }))
  await db.$transaction([
    db.toolServer.upsert({ where: { id: row.id }, create: row, update: {} }),
    db.serverTool.deleteMany({ where: { serverId: row.id } }),
    db.serverTool.createMany({ data }),
  ])
}

/** @returns whether there was one. */
export const removeServer = async (db: Db, ownerId: string, id: string): Promise<boolean> =>
  (await db.toolServer.deleteMany({ where: { id, ownerId } })).count > 0

/** How a tool may be used now; `off` if it is gone. */
export async function toolUse(db: Db, serverId: string, name: string): Promise<ToolUse> {
  const where = { serverId_name: { serverId, name } }
  return usedIn((await db.serverTool.findUnique({ where }))?.use)
}

type ChosenUse = { serverId: string; name: string; use: ToolUse }
/** @returns whether the person has such a tool. */
export async function setUse(db: Db, ownerId: string, { serverId, name, use }: ChosenUse): Promise<boolean> {
  const where = { serverId, name, server: { ownerId } }
  return (await db.serverTool.updateMany({ where, data: { use } })).count > 0
}

/** The first answer to a question counts. */
export async function saveAnswer(db: Db, turnId: string, callId: string, answer: Permission): Promise<void> {
  const row = { turnId, callId, answer }
  await db.toolAnswer.upsert({ where: { turnId_callId: { turnId, callId } }, create: row, update: {} })
}

export async function permissionFor(db: Db, turnId: string, callId: string): Promise<Permission | null> {
  const row = await db.toolAnswer.findUnique({ where: { turnId_callId: { turnId, callId } } })
  return row && answerSchema.catch('never').parse(row.answer)
}
