'use client'
import {
  Archive,
  ArchiveRestore,
  Check,
  Ellipsis,
  History,
  Link2,
  Pencil,
  Pin,
  PinOff,
  Trash2,
  X,
} from 'lucide-react'
import type { RefObject } from 'react'
import { useCopy } from '@/components/ui/hooks/use-copy'
import { Menu, MenuItem } from '@/components/ui/menu'
import type { StrategyAct, StrategyDto } from '@/lib/shared/learning/playbook'
import type { StrategyActs } from './use-strategy-acts'

type Props = {
  strategy: StrategyDto
  acts: StrategyActs
  button: RefObject<HTMLButtonElement | null>
  onEdit(): void
  onHistory(): void
}

export function StrategyMenu({ strategy, acts, button, onEdit, onHistory }: Props) {
  const { slug, title, status, pinned, mergedInto } = strategy
  const { copy } = useCopy()
  const label = `Actions for ${title}`
  const isUsed = status === 'active' || status === 'quarantined'
  const change = (act: StrategyAct) => () => void acts.change(act, [strategy])
  const link = () => copy(`${window.location.origin}/playbook?strategy=${slug}`)
  return (
    <Menu
      label={label}
      align="end"
      trigger={
        <button
          ref={button}
          type="button"
          aria-label={label}
          className="-mt-1 inline-flex size-7 pointer-coarse:size-11 shrink-0 items-center justify-center rounded-md text-ink-faint hover:bg-sunken hover:text-ink"
        >
          <Ellipsis aria-hidden className="size-4" />
        </button>
      }
    >
      {!mergedInto && (
        <MenuItem icon={<Pencil />} onSelect={() => setTimeout(onEdit)}>
          Edit
        </MenuItem>
      )}
      {isUsed && (
        <MenuItem icon={pinned ? <PinOff /> : <Pin />} onSelect={change(pinned ? 'unpin' : 'pin')}>
          {pinned ? 'Unpin' : 'Pin'}
        </MenuItem>
      )}
      <MenuItem icon={<Link2 />} onSelect={() => void link()}>
        Copy link
      </MenuItem>
      <MenuItem icon={<History />} onSelect={() => setTimeout(onHistory)}>
        History
      </MenuItem>
      {status === 'proposed' && (
        <>
          <MenuItem icon={<Check />} onSelect={change('approve')}>
            Approve
          </MenuItem>
          <MenuItem icon={<X />} onSelect={change('reject')}>
            Reject
          </MenuItem>
        </>
      )}
      {(status === 'retired' || status === 'quarantined') && !mergedInto && (
        <MenuItem icon={<ArchiveRestore />} onSelect={change('restore')}>
          Restore
        </MenuItem>
      )}
      {isUsed && (
        <MenuItem icon={<Archive />} onSelect={change('retire')}>
          Retire
        </MenuItem>
      )}
      <MenuItem icon={<Trash2 />} danger onSelect={change('remove')}>
        Remove
      </MenuItem>
    </Menu>
  )
}
