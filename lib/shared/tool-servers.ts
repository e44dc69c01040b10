import { z } from 'zod'
import { foreignText, textSchema } from './text'

export const limitsOfServers = {
  /** Servers of a person, tools that one may list, and tools of all of them that the agent is offered. */
  servers: 10,
  listed: 100,
  chosen: 20,
  nameChars: 40,
  placeChars: 500,
  tokenChars: 2_000,
  descriptionChars: 600,
  schemaChars: 8_000,
  resultChars: 12_000,
  /** Of one answer over HTTP, or one message of a command. */
  answerBytes: 5_000_000,
  connectMs: 10_000,
  callMs: 60_000,
  /** How long the agent waits for the person, and how often it looks. */
  askMs: 600_000,
  askPollMs: 250,
}

/** `off` = not offered to the agent, `ask` = each call asks, `always` = a call runs at once. */
export const toolUseSchema = z.enum(['off', 'ask', 'always'])
export type ToolUse = z.infer<typeof toolUseSchema>

/** A tool as its server describes it. One that does not fit is left out. */
export const listedToolSchema = z.object({
  name: foreignText(128).min(1),
  description: foreignText(limitsOfServers.descriptionChars),
  schema: z.record(foreignText(200), z.unknown()),
})
export type ListedTool = z.infer<typeof listedToolSchema>

export const newServerSchema = z.strictObject({
  name: textSchema(limitsOfServers.nameChars)
    .overwrite((name) => name.replace(/\s+/g, ' ').trim())
    .min(1, 'A server needs a name.'),
  place: textSchema(limitsOfServers.placeChars).trim().min(1, 'Enter an address.'),
  token: textSchema(limitsOfServers.tokenChars)
    .trim()
    .regex(/^[\x21-\x7e]*$/, 'Tokens have no spaces or special characters.'),
})
export type NewServer = z.infer<typeof newServerSchema>
/** Whether a server is reached by its address; otherwise `place` is a command. */
export const isAddress = (place: string) => /^https?:\/\//i.test(place)

type ServerDto = {
  id: string
  name: string
  place: string
  keyLast4: string | null
  tools: (Pick<ListedTool, 'name' | 'description'> & { use: ToolUse })[]
}
/** `commands` = a server may also be a command on this machine. */
export type ServersDto = { servers: ServerDto[]; commands: boolean }

export const answerSchema = z.enum(['once', 'always', 'never'])
export type Permission = z.infer<typeof answerSchema>

const PREFIX = 'mcp_'
const plain = (text: string) => text.replace(/[^\w-]+/g, '_').replace(/^_+|_+$/g, '')
/** The name under which a model calls a tool of a server. */
export const outsideName = (server: string, tool: string) =>
  `${PREFIX}${plain(server).slice(0, 20)}_${plain(tool)}`.slice(0, 60)
export const isOutsideTool = (name: string) => name.startsWith(PREFIX)
