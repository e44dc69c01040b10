'use client'
import { Plug, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { capitalised } from '@/lib/shared/capitalised'
import { type Life, newTokenSchema, SCOPES, type StrangerCalls, type TokenDto } from '@/lib/shared/door'
import type { SettingDto } from '@/lib/shared/dto'
import type { Result } from '@/lib/shared/errors'
import type { ServersDto } from '@/lib/shared/tool-servers'
import { Check, ConfirmDialog } from '../forget/confirm-dialog'
import { ListBody } from '../list/list-body'
import { Field, inputClass } from '../settings/fields/field'
import { NumberSetting, SettingRow, SwitchSetting, useText } from '../settings/fields/setting-row'
import { SettingsContext, usePageSettings, useSettings } from '../settings/use-settings'
import { PageHeader } from '../shell/page-header'
import { useShell } from '../shell/shell-context'
import { Button } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { EntryForm } from '../ui/entry-form'
import { Select } from '../ui/select'
import { useFormat } from '../ui/words/use-format'
import { NewToken } from './new-token'
import { LIFE_OPTIONS, SCOPE_NAMES, strangerWords, TokenRow } from './token-row'
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
      <ListBody region={region} label="Connections" error={list.error} onRetry={list.reload}>
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
    onConfirm={() => onConfirm(id)}
    onClose={onClose}
  >
    <p className="text-ink-soft">
      The program is locked out at once. This cannot be undone. What it added to memory stays.
    </p>
  </ConfirmDialog>
)

type Values = Parameters<Tokens['create']>[0]
const START: Values = { name: '', life: 'year', may: ['read', 'write'] }

const TokenForm = ({ onSave, onClose }: { onSave: Tokens['create']; onClose(): void }) => (
  <EntryForm
    name="Connect a program"
    start={START}
    save="Make a token"
    help="The token is shown once; whoever has it acts as you."
    isComplete={(values) => newTokenSchema.safeParse(values).success}
    onSave={onSave}
    onClose={onClose}
  >
    {({ values, field, change }) => (
      <>
        <div className="grid gap-3 sm:grid-cols-2">
          <Field
            autoFocus
            label="Name"
            placeholder="Claude Code on my laptop"
            maxLength={60}
            autoComplete="off"
            {...field('name')}
          />
          <div className="flex flex-col gap-1">
            <span aria-hidden className="font-medium">
              Expires after
            </span>
            <span>
              <Select
                label="Expires after"
                value={values.life}
                onChange={(life) => change({ life })}
                options={LIFE_OPTIONS}
              />
            </span>
          </div>
        </div>
        <fieldset className="flex flex-wrap gap-x-6 gap-y-2">
          <legend className="mb-1 font-medium">It may</legend>
          {SCOPES.map((scope) => (
            <Check
              key={scope}
              checked={values.may.includes(scope)}
              onChange={(on) =>
                change({ may: on ? [...values.may, scope] : values.may.filter((other) => other !== scope) })
              }
            >
              {capitalised(SCOPE_NAMES[scope])}
            </Check>
          ))}
        </fieldset>
      </>
    )}
  </EntryForm>
)

/** Settings for all programs. Access without a token is offered only where nobody signs in. */
function OutsideSettings({ settings: initial }: { settings: SettingDto[] }) {
  const settings = useSettings(initial)
  const { signedInAs } = useShell()
  return (
    <SettingsContext value={settings}>
      <details>
        <summary className="w-fit cursor-pointer rounded-sm font-medium text-base hover:text-accent">
          Advanced
        </summary>
        {!signedInAs && (
          <SwitchSetting
            id="outside.withoutToken"
            name="Let programs on this computer in without a token"
            help="Every program that runs here could then read and change your memory."
          />
        )}
        <NumberSetting id="outside.callsPerMinute" name="Calls a minute" help="Of one token" />
        <HeaderSetting
          id="outside.userHeader"
          name="Header that names the user"
          help="A token serves only the first user who is named in it."
        />
        <HeaderSetting
          id="outside.conversationHeader"
          name="Header that names the conversation"
          help="Besides X-Mneme-Conversation."
        />
      </details>
    </SettingsContext>
  )
}

type HeaderProps = { id: string; name: string; help: string }

function HeaderSetting({ id, name, help }: HeaderProps) {
  const settings = usePageSettings()
  const stored = String(settings.get(id)?.value ?? '')
  const [text, setText] = useText(stored)
  const save = () => {
    if (text.trim() && text !== stored) void settings.save(id, text.trim())
  }
  return (
    <SettingRow {...{ id, name, help }}>
      {() => (
        <input
          aria-label={name}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onBlur={save}
          onKeyDown={(event) => event.key === 'Enter' && save()}
          className={`${inputClass} !w-56`}
        />
      )}
    </SettingRow>
  )
}
