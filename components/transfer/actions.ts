'use client'
import * as transfer from '@/app/actions/transfer'
import { safely } from '../ui/call-action'

export const server = safely(transfer)
