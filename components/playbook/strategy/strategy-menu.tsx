'use client'
import { Archive, ArchiveRestore, Check, History, Link2, Pencil, Pin, PinOff, Trash2, X } from 'lucide-react'
import type { RefObject } from 'react'
import { useCopy } from '@/components/ui/hooks/use-copy'
import { later, Menu } from '@/components/ui/menu'
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
  const isUsed = status === 'active' || status === 'quarantined'
  const change = (act: StrategyAct) => () => void acts.change(act, [strategy])
  return (
    <Menu
      label={`Actions for ${title}`}
      align="end"
      button={button}
      className="-mt-1 text-ink-faint"
      items={[
        !mergedInto && { label: 'Edit', icon: <Pencil />, run: later(onEdit) },
        isUsed && {
          label: pinned ? 'Unpin' : 'Pin',
          icon: pinned ? <PinOff /> : <Pin />,
          run: change(pinned ? 'unpin' : 'pin'),
        },
        {
          label: 'Copy link',
          icon: <Link2 />,
          run: () => copy(`${window.location.origin}/playbook?strategy=${slug}`),
        },
        { label: 'History', icon: <History />, run: later(onHistory) },
        status === 'proposed' && { label: 'Approve', icon: <Check />, run: change('approve') },
        status === 'proposed' && { label: 'Reject', icon: <X />, run: change('reject') },
        (status === 'retired' || status === 'quarantined') &&
          !mergedInto && { label: 'Restore', icon: <ArchiveRestore />, run: change('restore') },
        isUsed && { label: 'Retire', icon: <Archive />, run: change('retire') },
        { label: 'Remove', icon: <Trash2 />, danger: true, run: change('remove') },
      ]}
    />
  )
}
