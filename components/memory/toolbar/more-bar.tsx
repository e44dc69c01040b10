'use client'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { useFormat } from '@/components/ui/words/use-format'

/** What a narrow picture leaves out; the list has it in any case. Below Time are the playhead's buttons. */
export function MoreBar({ left, isTime, onShow }: { left: number; isTime: boolean; onShow(): void }) {
  const format = useFormat()
  return (
    <div className={cn('absolute left-3 z-10 shadow-float', isTime ? 'bottom-14' : 'bottom-3')}>
      <Button size="sm" onClick={onShow}>
        Show {format.number(left)} more
      </Button>
    </div>
  )
}
