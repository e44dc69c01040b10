/** What to paste into a program, which connects it over MCP. Tokens have no characters that need escaping. */
export const COMMANDS: {
  program: string
  language: string
  where: string
  code(address: string, key: string): string
}[] = [
  {
    program: 'Claude Code',
    language: 'shell',
    where: 'Run this in a terminal.',
    code: (address, key) =>
      `claude mcp add --transport http --scope user mneme ${address} --header "Authorization: Bearer ${key}"`,
  },
  {
    program: 'Codex',
    language: 'toml',
    where: 'Add this to ~/.codex/config.toml.',
    code: (address, key) =>
      `[mcp_servers.mneme]\nurl = "${address}"\nhttp_headers = { Authorization = "Bearer ${key}" }`,
  },
  {
    program: 'Cursor',
    language: 'json',
    where: 'Put this into ~/.cursor/mcp.json, or add “mneme” to the servers there.',
    code: (address, key) =>
      JSON.stringify(
        { mcpServers: { mneme: { url: address, headers: { Authorization: `Bearer ${key}` } } } },
        null,
        2,
      ),
  },
]
