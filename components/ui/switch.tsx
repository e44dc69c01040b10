'use client'
import { Switch as Radix } from 'radix-ui'

type Props = {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  label: string
  disabled?: boolean
}
export function Switch({ label, ...state }: Props) {
  return (
    <Radix.Root
      {...state}
      aria-label={label}
      className="relative h-5 w-9 shrink-0 rounded-full bg-line-strong transition-colors duration-150 disabled:cursor-default disabled:opacity-50 data-[state=checked]:bg-accent"
    >
      <Radix.Thumb className="block size-4 translate-x-0.5 rounded-full bg-raised transition-transform duration-150 data-[state=checked]:translate-x-[18px]" />
    </Radix.Root>
  )
}
