/** Facts about accounts. */
import type { AccountInfo } from '../generated/protocol.ts';

/** Whether only this browser has access to the account: it has neither a password nor a recovery code. */
export const isUnrecoverable = (account: AccountInfo) => !account.has_password && !account.has_recovery_code;
