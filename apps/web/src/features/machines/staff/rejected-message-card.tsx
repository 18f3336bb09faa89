import { type RejectionReason, rejectionReasons } from '@tanren/contract/machines/machine-messages';
import type { StaffRejectedMessage } from '@tanren/contract/machines/staff-machines';
import { Link } from '@tanstack/react-router';
import { formatCount } from '#lib/number-format.ts';
import { formatMoment } from '#lib/dates.ts';
import { Disclosure } from '#ui/disclosure.tsx';
import { Box, Note, Row, Stack, Text } from '#ui/layout.tsx';
import { tableCell, tableParts, tableRest, tableRow } from '#ui/lists/table-list.tsx';
import classes from './staff-rejected-messages.module.css';

interface RejectionWords {
  readonly name: string;
  /** Meaning of the reason, and what staff can check. */
  readonly meaning: string;
}

const words = {
  too_large: {
    name: 'データが大きすぎる',
    meaning: '受け取れる大きさを超えています。マシンのソフトウェアをご確認ください。',
  },
  not_json: {
    name: 'データを読み取れない',
    meaning: '内容が壊れています。マシンのソフトウェアや通信環境をご確認ください。',
  },
  invalid_shape: {
    name: 'データの形式が違う',
    meaning: '決められた項目と合いません。マシンのソフトウェアが古い可能性があります。',
  },
  unknown_connection: {
    name: '接続が見つからない',
    meaning: '記録に書かれた接続は、このマシンのものではありません。',
  },
  outside_connection: {
    name: '接続の時間外',
    meaning: '会員が接続していた時間と合いません。マシンの時計をご確認ください。',
  },
  uuid_taken: {
    name: '記録の番号が重複',
    meaning: '別の記録と同じ番号です。マシンのソフトウェアをご確認ください。',
  },
  claim_token_taken: {
    name: '受け取りコードが重複',
    meaning: '別の記録と同じ受け取りコードです。マシンのソフトウェアをご確認ください。',
  },
  load_out_of_range: {
    name: '重量が範囲外',
    meaning: 'このマシンで設定できない重量です。登録した重量の範囲をご確認ください。',
  },
  rep_too_fast: {
    name: '動作が速すぎる',
    meaning: '人が動かせる速さではありません。センサーをご確認ください。',
  },
  too_many_sets: {
    name: 'セットが多すぎる',
    meaning: '1回のトレーニングとして多すぎます。マシンのソフトウェアをご確認ください。',
  },
  ends_before_start: {
    name: '終了が開始より前',
    meaning: '時刻が前後しています。マシンの時計をご確認ください。',
  },
  load_off_step: {
    name: '設定できない重量',
    meaning: 'このマシンの刻みにない重量です。マシンの重量の設定をご確認ください。',
  },
  overlaps_workout: {
    name: '別の記録と時間が重複',
    meaning: '同じマシンの別の記録と時間が重なっています。マシンの時計をご確認ください。',
  },
  too_short_for_reps: {
    name: '時間が短すぎる',
    meaning: '回数に対して時間が足りません。マシンの時計をご確認ください。',
  },
  in_future: {
    name: '未来の記録',
    meaning: 'まだ来ていない時刻です。マシンの時計をご確認ください。',
  },
  rep_times_impossible: {
    name: '動作の時刻が前後',
    meaning: '1回ごとの時刻の順序が正しくありません。マシンのソフトウェアをご確認ください。',
  },
  phases_too_long: {
    name: '上げ下げの時間が長い',
    meaning: '上げ下げの時間が1回の時間を超えています。センサーをご確認ください。',
  },
  velocity_impossible: {
    name: '速度と可動域が不一致',
    meaning: '測定した速度が、可動域や時間と合いません。センサーをご確認ください。',
  },
  too_old: {
    name: '古すぎる記録',
    meaning: '30日より前の記録です。長く接続できなかったマシンでないか、ご確認ください。',
  },
} as const satisfies Record<RejectionReason, RejectionWords>;

/**
 * Returns the words for a reason. A server that is newer than the page may send reasons that the
 * page does not know.
 */
function describeRejection(reason: string): RejectionWords {
  return isRejectionReason(reason) ? words[reason] : { name: reason, meaning: '' };
}

export function isRejectionReason(text: unknown): text is RejectionReason {
  return (rejectionReasons as readonly unknown[]).includes(text);
}

export const rejectionChoices = rejectionReasons.map((id) => ({ id, label: words[id].name }));

interface RejectedMessageCardProps {
  readonly message: StaffRejectedMessage;
  /** Name of the machine's workout type. `null` when the machine is no longer known. */
  readonly machineName: string | null;
}

export function RejectedMessageCard({ message, machineName }: RejectedMessageCardProps) {
  const { machineId, receivedAt, byteLength, payload } = message;
  const { name, meaning } = describeRejection(message.reason);
  return (
    <Stack
      as="article"
      gap={4}
      card
      className={`${tableRow} ${classes.card}`}
      aria-label={`マシン ${machineId}・${name}`}
    >
      <Row gap={16} rowGap={0} align="baseline" justify="between" wrap className={tableParts}>
        <Text as="h2" size={16} {...tableCell(2, { className: classes.reason })}>
          {name}
        </Text>
        <Note dateTime={receivedAt} as="time" {...tableCell(1)}>
          {formatMoment(receivedAt)}
        </Note>
      </Row>
      <Note className={tableRest}>{meaning}</Note>
      <Row
        as="p"
        gap={16}
        rowGap={0}
        justify="between"
        wrap
        size={14}
        className={`${tableParts} ${classes.machine}`}
      >
        <Link to="/staff/machines/$machineId" params={{ machineId }} {...tableCell(3)}>
          マシン {machineId}
          {machineName === null ? '' : `（${machineName}）`}
        </Link>
      </Row>
      <Box across className={classes.content}>
        <Disclosure label={`受信した内容（${formatCount(byteLength)}バイト）`}>
          {payload === '' ? (
            <Note>内容はありません。</Note>
          ) : (
            <Text
              as="pre"
              sunken
              padding={12}
              size={12}
              leading={20}
              verbatim
              className={classes.payload}
            >
              {payload}
            </Text>
          )}
        </Disclosure>
      </Box>
    </Stack>
  );
}
