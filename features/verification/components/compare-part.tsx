"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Part } from "@/components/layout/part";
import { Select } from "@/components/ui/select";
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from "@/components/ui/table";
import type { Figures, VerificationResult } from "../result.schema";
import { othersQuery, taskQuery } from "../task.client";
import type { TaskDetailDto } from "../task.schema";
import { useResultText } from "./result-parts";

const figuresOf = ({ temperature }: VerificationResult): Figures | null => temperature.steady ?? temperature.whole;

/** The figures of this verification beside those of an earlier one of the same carrier. */
export function ComparePart({ task }: { task: TaskDetailDto }) {
  const t = useTranslations("verification");
  const { data: others = [] } = useQuery(othersQuery(task.carrier.id, task.id));
  const [chosen, setChosen] = useState<number | null>(null);
  const otherId = chosen ?? others[0]?.id ?? null;
  const { data: other } = useQuery({ ...taskQuery(otherId ?? 0), enabled: otherId !== null });
  return (
    <Part
      title={t("section.compare")}
      aside={
        others.length > 0 && (
          <Select
            aria-label={t("compare.with")}
            value={otherId ?? ""}
            onChange={({ target }) => setChosen(Number(target.value))}
            className="w-40"
          >
            {others.map(({ id, number }) => (
              <option key={id} value={id}>
                {number}
              </option>
            ))}
          </Select>
        )
      }
    >
      {otherId === null ? (
        <p className="text-muted-foreground text-sm">{t("compare.none")}</p>
      ) : (
        task.result && other?.result && <Compared task={task} mine={task.result} other={other} theirs={other.result} />
      )}
    </Part>
  );
}

type ComparedProps = {
  task: TaskDetailDto;
  mine: VerificationResult;
  other: TaskDetailDto;
  theirs: VerificationResult;
};

function Compared({ task, mine, other, theirs }: ComparedProps) {
  const t = useTranslations("verification");
  const text = useResultText();
  const both = [figuresOf(mine), figuresOf(theirs)];
  const rows: [string, (string | null)[]][] = [
    ["deviationMaximum", both.map((one) => text.signed(one?.deviationMaximum, "temperature"))],
    ["deviationMinimum", both.map((one) => text.signed(one?.deviationMinimum, "temperature"))],
    ["fluctuation", both.map((one) => `± ${text.distance(one?.fluctuation, "temperature")}`)],
    ["uniformity", both.map((one) => text.distance(one?.uniformity, "temperature"))],
    [
      "hottest",
      both.map((one) => (one ? `${one.hottest.label}: ${text.value(one.hottest.value, "temperature")}` : null)),
    ],
    [
      "coldest",
      both.map((one) => (one ? `${one.coldest.label}: ${text.value(one.coldest.value, "temperature")}` : null)),
    ],
    ["reached", [mine, theirs].map(({ reached }) => (reached ? text.minutes(reached.minutes) : null))],
  ];
  return (
    <Table className="whitespace-nowrap">
      <TableHead>
        <TableRow>
          <TableHeaderCell>{t("figure.name")}</TableHeaderCell>
          <TableHeaderCell>{task.number}</TableHeaderCell>
          <TableHeaderCell>{other.number}</TableHeaderCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map(([name, values]) => (
          <TableRow key={name}>
            <TableCell>{t(`figure.${name}`)}</TableCell>
            {values.map((value, index) => (
              // The two verifications do not move.
              <TableCell key={`${name} ${index === 0 ? task.id : other.id}`}>{value ?? "–"}</TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
