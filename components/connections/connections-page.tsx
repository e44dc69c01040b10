'use client'
import { Plug, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Life, StrangerCalls, TokenDto } from '@/lib/shared/door'
import type { SettingDto } from '@/lib/shared/dto'
import type { Result } from '@/lib/shared/errors'
import type { ServersDto } from '@/lib/shared/tool-servers'
import { ConfirmDialog } from '../forget/confirm-dialog'
import { ListBody } from '../list/list-body'
import { PageHeader } from '../shell/page-header'
import { Button } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { Select } from '../ui/select'
import { useFormat } from '../ui/words/use-format'
import { NewToken } from './new-token'
import { OutsideSettings } from './outside-settings'
import { TokenForm } from './token-form'
import { TokenRow } from './token-row'
import { LIFE_OPTIONS, strangerWords } from './token-words'
import { ToolServers } from './tools/tool-servers'
import { type Tokens, useTokens } from './use-tokens'

type Props = {
  first: Result<TokenDto[]>
  settings: SettingDto[]
  servers: Result<ServersDto>
  strangers: StrangerCalls
  /** null = where this page is. */
  address: string | null
  now: string
}

export function ConnectionsPage({ first, settings, servers, strangers, address, now }: Props) {
  const list = useTokens(first)
  const { tokens, made } = list
  const unknown = strangerWords(strangers, useFormat())
  const [adding, setAdding] = useState(false)
  const [asking, setAsking] = useState<{ act: 'renew' | 'revoke'; token: TokenDto } | null>(null)
  const region = useRef<HTMLElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    setAdding(false)
    opener.current?.focus()
  }
  return (
    <>
      <PageHeader title="Connections">
        <Button ref={opener} size="sm" aria-expanded={adding} onClick={() => setAdding(!adding)}>
          <Plus aria-hidden className="size-4" /> Connect a program
        </Button>
      </PageHeader>
      <ListBody region={region} label="Connections" error={list.error} onRetry={() => void list.reload()}>
        {adding && <TokenForm onSave={list.create} onClose={close} />}
        {made && !adding && !asking && (
          <NewToken
            made={made}
            address={address ?? location.origin}
            onDone={() => {
              list.done()
              region.current?.focus()
            }}
          />
        )}
        {tokens && tokens.length > 0 && (
          <ul aria-label="Tokens" className="divide-y divide-line border-line border-y">
            {tokens.map((token) => (
              <TokenRow
                key={token.id}
                token={token}
                now={new Date(now)}
                onRenew={() => setAsking({ act: 'renew', token })}
                onRevoke={() => setAsking({ act: 'revoke', token })}
              />
            ))}
          </ul>
        )}
        {tokens?.length === 0 && !adding && (
          <EmptyState
            icon={<Plug />}
            title="No program is connected"
            action={<Button onClick={() => setAdding(true)}>Connect a program</Button>}
          >
            Claude Code, Codex, Cursor and others can use your memory.
          </EmptyState>
        )}
        {unknown && <p className="text-ink-soft text-sm">{unknown}</p>}
        <ToolServers first={servers} />
        <OutsideSettings settings={settings} />
      </ListBody>
      {asking?.act === 'renew' && (
        <RenewDialog token={asking.token} onConfirm={list.renew} onClose={() => setAsking(null)} />
      )}
      {asking?.act === 'revoke' && (
        <RevokeDialog token={asking.token} onConfirm={list.revoke} onClose={() => setAsking(null)} />
      )}
    </>
  )
}

type ConfirmProps<Act extends keyof Tokens> = { token: TokenDto; onConfirm: Tokens[Act]; onClose(): void }

/** Asks before a token's key is replaced, since the program has to get the new one. */
function RenewDialog({ token: { id, name }, onConfirm, onClose }: ConfirmProps<'renew'>) {
  const [life, setLife] = useState<Life>('year')
  return (
    <ConfirmDialog
      title={`Renew “${name}”?`}
      act={['Renew', 'Renewing…']}
      disabled={false}
      problem={null}
      onConfirm={() => onConfirm({ id, life })}
      onClose={onClose}
    >
      <p className="text-ink-soft">
        You get a new key with the same name, which may do the same. The old key stops working at once, so put
        the new one into the program.
      </p>
      <p className="flex items-center gap-3">
        <span aria-hidden>Expires after</span>
        <Select label="Expires after" value={life} onChange={setLife} options={LIFE_OPTIONS} />
      </p>
    </ConfirmDialog>
  )
}

const RevokeDialog = ({ token: { id, name }, onConfirm, onClose }: ConfirmProps<'revoke'>) => (
  <ConfirmDialog
    title={`Revoke “${name}”?`}
    act={['Revoke', 'Revoking…']}
    disabled={false}
    problem={null}
    onConfirm={() => onConfirm(id)}
    onClose={onClose}
  >
    <p className="text-ink-soft">
      The program is locked out at once. This cannot be undone. What it added to memory stays.
    </p>
  </ConfirmDialog>
)
