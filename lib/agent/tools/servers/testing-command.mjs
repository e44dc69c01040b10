// A server of tools over stdio, for tests.
import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'

serveStdio(() => {
  const server = new McpServer({ name: 'command', version: '1.0.0' }, { capabilities: { tools: {} } })
  server.registerTool('variables', { description: 'The names of its variables.' }, () => ({
    content: [{ type: 'text', text: Object.keys(process.env).join(' ') }],
  }))
  return server
})
