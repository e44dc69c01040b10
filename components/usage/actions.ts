'use client'
import * as usage from '@/app/actions/usage'
import { safely } from '../ui/call-action'

export const server = safely(usage)
