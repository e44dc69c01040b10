'use client'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/forget/confirm-dialog'
import { Select } from '@/components/ui/select'
import type { Failure, Result } from '@/lib/shared/errors'
import { limitsOfServers, newServerSchema, type ServersDto, type ToolUse } from '@/lib/shared/tool-servers'
import { Field } from '../../settings/fields/field'
import { Section } from '../../settings/sections'
import { Button } from '../../ui/button'
import { EntryForm } from '../../ui/entry-form'
import { ErrorNote } from '../../ui/error-note'
import { server } from '../actions'

export function ToolServers({ first }: { first: Result<ServersDto> }) {
  const [shown, setShown] = useState(first)
  const [adding, setAdding] = useState(false)
  const change: Change = async (promise) => {
    const result = await promise
    if (!result.ok) return result.error
    setShown(result)
    return null
  }
  return (
    <Section
      title="Tools for the chat"
      end={
        <Button size="sm" aria-expanded={adding} onClick={() => setAdding(!adding)}>
          Add a server
        </Button>
      }
    >
      <div className="flex flex-col gap-3 pt-4">
        <p className="text-ink-soft">
          Mneme can use tools of other programs (MCP servers), and asks before each call.
        </p>
        {!shown.ok && <ErrorNote error={shown.error} />}
        {shown.ok && adding && (
          <ServerForm
            commands={shown.value.commands}
            onSave={(added) => change(server.addServer(added))}
            onClose={() => setAdding(false)}
          />
        )}
        {shown.ok && shown.value.servers.length > 0 && (
          <ul aria-label="Servers" className="divide-y divide-line border-line border-y">
            {shown.value.servers.map((one) => (
              <ServerRow key={one.id} {...one} change={change} />
            ))}
          </ul>
        )}
      </div>
    </Section>
  )
}

type FormProps = {
  commands: boolean
  onSave(added: Parameters<typeof server.addServer>[0]): Promise<Failure | null>
  onClose(): void
}

const ServerForm = ({ commands, ...rest }: FormProps) => (
  <EntryForm
    name="Add a server"
    start={{ name: '', place: '', token: '' }}
    save="Add"
    help="Its tools stay off until you choose them."
    isComplete={(values) => newServerSchema.safeParse(values).success}
    {...rest}
  >
    {({ field }) => (
      <>
        <Field
          autoFocus
          label="Name"
          placeholder="Weather"
          maxLength={limitsOfServers.nameChars}
          autoComplete="off"
          {...field('name')}
        />
        <Field
          label={commands ? 'Address or command' : 'Address'}
          placeholder="https://example.com/mcp"
          help={commands && 'A command runs on this computer, with your rights.'}
          autoComplete="off"
          spellCheck={false}
          {...field('place')}
        />
        <Field
          label="Token"
          help="If the server wants one; stored encrypted"
          type="password"
          autoComplete="off"
          {...field('token')}
        />
      </>
    )}
  </EntryForm>
)

const USES: { value: ToolUse; label: string }[] = [
  { value: 'off', label: 'Off' },
  { value: 'ask', label: 'Ask each time' },
  { value: 'always', label: 'Always allow' },
]

/** Shows what a change led to. @returns why it was refused. */
type Change = (change: Promise<Result<ServersDto>>) => Promise<Failure | null>

type Props = ServersDto['servers'][number] & { change: Change }

function ServerRow({ id, name, place, keyLast4, tools, change }: Props) {
  const [failure, setFailure] = useState<Failure | null>(null)
  const [removing, setRemoving] = useState(false)
  const run = async (...made: Parameters<Change>) => setFailure(await change(...made))
  return (
    <li aria-label={name} className="flex flex-col gap-3 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <p className="break-words font-medium">{name}</p>
          <p className="break-all text-ink-soft text-sm">
            {place}
            {keyLast4 && ` · token …${keyLast4}`}
          </p>
        </div>
        <Button
          size="sm"
          aria-label={`Refresh ${name}`}
          onClick={() => void run(server.refreshServer({ id }))}
        >
          Refresh
        </Button>
        <Button size="sm" aria-label={`Remove ${name}`} onClick={() => setRemoving(true)}>
          Remove…
        </Button>
      </div>
      {failure && <ErrorNote error={failure} />}
      {tools.length === 0 && <p className="text-ink-soft text-sm">It offers no tools.</p>}
      {tools.map((tool) => (
        <div key={tool.name} className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <div className="min-w-0 flex-1 basis-60">
            <p className="break-all font-mono text-sm">{tool.name}</p>
            <p className="break-words text-ink-soft text-sm">{tool.description}</p>
          </div>
          <Select
            label={`Use of ${tool.name}`}
            value={tool.use}
            options={USES}
            onChange={(use) => void run(server.chooseTool({ id, tool: tool.name, use }))}
          />
        </div>
      ))}
      {removing && (
        <ConfirmDialog
          title={`Remove “${name}”?`}
          act={['Remove', 'Removing…']}
          onConfirm={() => change(server.removeServer({ id }))}
          onClose={() => setRemoving(false)}
        >
          <p className="text-ink-soft">
            Mneme no longer uses its tools, and its token is deleted. What they said in conversations stays.
          </p>
        </ConfirmDialog>
      )}
    </li>
  )
}
