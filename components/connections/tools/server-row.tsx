'use client'
import { useState } from 'react'
import type { Failure, Result } from '@/lib/shared/errors'
import type { ServersDto, ToolUse } from '@/lib/shared/tool-servers'
import { ConfirmDialog } from '../../forget/confirm-dialog'
import { Button } from '../../ui/button'
import { ErrorNote } from '../../ui/error-note'
import { Select } from '../../ui/select'
import { chooseTool, refreshServer, removeServer } from '../actions'

const USES: { value: ToolUse; label: string }[] = [
  { value: 'off', label: 'Off' },
  { value: 'ask', label: 'Ask each time' },
  { value: 'always', label: 'Always allow' },
]

/** Shows what a change led to. @returns why it was refused. */
export type Change = (change: Promise<Result<ServersDto>>) => Promise<Failure | null>

type Props = { server: ServersDto['servers'][number]; change: Change }

export function ServerRow({ server: { id, name, place, keyLast4, tools }, change }: Props) {
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
        <Button size="sm" aria-label={`Refresh ${name}`} onClick={() => void run(refreshServer({ id }))}>
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
            onChange={(use) => void run(chooseTool({ id, tool: tool.name, use }))}
          />
        </div>
      ))}
      {removing && (
        <ConfirmDialog
          title={`Remove “${name}”?`}
          act={['Remove', 'Removing…']}
          disabled={false}
          problem={null}
          onConfirm={() => change(removeServer({ id }))}
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
