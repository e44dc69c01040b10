'use client'
import { useEffect, useRef, useState } from 'react'
import type { NewTokenDto } from '@/lib/shared/door'
import { Button } from '../ui/button'
import { CodeBlock } from '../ui/markdown/code-block'
import { Select } from '../ui/select'

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
  {
    program: 'Claude Code, with hooks',
    language: 'shell',
    where: 'Run this in Mneme’s folder. For the others, write codex or cursor.',
    code: (address, key) =>
      `npm run mneme -- connect claude-code --url ${address.replace('/api/mcp', '')} --token ${key}`,
  },
]

type Props = { made: NewTokenDto; address: string; onDone(): void }

export function NewToken({ made: { token, key }, address, onDone }: Props) {
  const [program, setProgram] = useState(COMMANDS[0]?.program ?? '')
  const chosen = COMMANDS.find((one) => one.program === program)
  const region = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a renewed token has another key
  useEffect(() => region.current?.focus(), [key])
  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-label={`The token “${token.name}”`}
      className="flex scroll-my-4 flex-col gap-3 rounded-md border border-accent bg-surface p-4 outline-none"
    >
      <p>
        <span className="break-words font-medium">“{token.name}” is ready.</span> Copy the token now: it is
        not shown again.
      </p>
      <CodeBlock code={key} language="token" colored={false} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Select
          label="Program"
          value={program}
          onChange={setProgram}
          options={COMMANDS.map((one) => ({ value: one.program, label: one.program }))}
        />
        <p className="text-ink-soft">{chosen?.where}</p>
      </div>
      {chosen && (
        <CodeBlock code={chosen.code(`${address}/api/mcp`, key)} language={chosen.language} colored={false} />
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p className="mr-auto min-w-0 flex-1 basis-64 text-ink-soft text-xs">
          Another program: send it to <code className="break-all">{address}/api/mcp</code> in the header
          Authorization, after “Bearer ”.
          {token.may.includes('chat') && (
            <>
              {' '}
              To use Mneme as a model, enter the base URL <code className="break-all">{address}/api/v1</code>{' '}
              and the token as its key.
            </>
          )}
        </p>
        <Button look="primary" onClick={onDone}>
          Done
        </Button>
      </div>
    </section>
  )
}
