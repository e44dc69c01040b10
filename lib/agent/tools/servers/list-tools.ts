import { storableJson, storableText } from '@/lib/shared/storable'
import { type ListedTool, limitsOfServers, listedToolSchema } from '@/lib/shared/tool-servers'
import { connect, type ServerPlace, type Times, withoutToken } from './connect'

export { problemOf } from './connect'

/**
 * The tools of a server, as it describes them now. Those without a usable name or with a schema that would
 * fill the prompt are left out. @throws for `problemOf`.
 */
export async function listTools(
  server: ServerPlace,
  signal: AbortSignal,
  times?: Times,
): Promise<ListedTool[]> {
  const { listed, descriptionChars, schemaChars, connectMs } = limitsOfServers
  const client = await connect(server, signal, times)
  try {
    const { tools } = await client.listTools(undefined, { signal, timeout: times?.connectMs ?? connectMs })
    const read = tools.flatMap(({ name, description = '', inputSchema }) => {
      const schema = storableJson(inputSchema)
      const words = withoutToken(storableText(description), server)
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, descriptionChars)
      const tool = listedToolSchema.safeParse({ name, description: words, schema })
      return tool.success && JSON.stringify(schema).length <= schemaChars ? [tool.data] : []
    })
    return [...new Map(read.map((tool) => [tool.name, tool])).values()].slice(0, listed)
  } finally {
    await client.close()
  }
}
