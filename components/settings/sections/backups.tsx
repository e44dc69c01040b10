'use client'
import type { BackupDto } from '@/lib/shared/transfer/restored'
import { useShell } from '../../shell/shell-context'
import { useFormat } from '../../ui/words/use-format'
import { useTimeZone } from '../../ui/words/use-time-zone'
import { Row } from '../fields/row'

/** The copies of the database, newest first. */
export function Backups({ backups }: { backups: BackupDto[] }) {
  const format = useFormat()
  const zone = useTimeZone()
  const { signedInAs } = useShell()
  const back = signedInAs
    ? 'To go back to one, ask whoever runs this server.'
    : 'To go back to one, stop Mneme and run “npm run mneme -- restore FILE --replace”.'
  return (
    <Row name="Daily backups" help={back}>
      {backups.length === 0 && <p className="text-ink-soft text-sm">None yet.</p>}
      <ul aria-label="Backups" className="flex flex-col gap-1 text-sm tabular-nums">
        {backups.map(({ at, bytes, file }) => (
          <li key={at}>
            {format.date(new Date(at), zone)} at {format.time(new Date(at), zone)} · {format.bytes(bytes)}
            {file && <code className="block break-all font-mono text-ink-faint text-xs">{file}</code>}
          </li>
        ))}
      </ul>
    </Row>
  )
}
