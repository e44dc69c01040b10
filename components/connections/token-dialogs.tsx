'use client'
import { useState } from 'react'
import type { Life, TokenDto } from '@/lib/shared/door'
import { ConfirmDialog } from '../forget/confirm-dialog'
import { Select } from '../ui/select'
import { LIFE_OPTIONS } from './token-words'
import type { Tokens } from './use-tokens'

type Props<Act extends keyof Tokens> = { token: TokenDto; onConfirm: Tokens[Act]; onClose(): void }

/** Asks before a token's key is replaced, since the program has to get the new one. */
export function RenewDialog({ token: { id, name }, onConfirm, onClose }: Props<'renew'>) {
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

export const RevokeDialog = ({ token: { id, name }, onConfirm, onClose }: Props<'revoke'>) => (
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
