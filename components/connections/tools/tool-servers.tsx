'use client'
import { useState } from 'react'
import type { Failure, Result } from '@/lib/shared/errors'
import { limitsOfServers, newServerSchema, type ServersDto } from '@/lib/shared/tool-servers'
import { Field } from '../../settings/fields/field'
import { Section } from '../../settings/sections'
import { Button } from '../../ui/button'
import { EntryForm } from '../../ui/entry-form'
import { ErrorNote } from '../../ui/error-note'
import { addServer } from '../actions'
import { type Change, ServerRow } from './server-row'

/** Programs whose tools the agent may use while it answers. */
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
            onSave={(server) => change(addServer(server))}
            onClose={() => setAdding(false)}
          />
        )}
        {shown.ok && shown.value.servers.length > 0 && (
          <ul aria-label="Servers" className="divide-y divide-line border-line border-y">
            {shown.value.servers.map((server) => (
              <ServerRow key={server.id} server={server} change={change} />
            ))}
          </ul>
        )}
      </div>
    </Section>
  )
}

type FormProps = {
  commands: boolean
  onSave(server: Parameters<typeof addServer>[0]): Promise<Failure | null>
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
