import type { ComponentProps, ReactNode } from "react";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { Field } from "./field";

type RecordFieldProps = {
  /** The form of `useRecordForm`, which provides the issue shown below the field. */
  form: { issue: (path: string) => string | undefined };
  /** The field's name in the input. */
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  required?: boolean;
  className?: string;
};

type With<Control> = RecordFieldProps & Omit<Control, keyof RecordFieldProps>;

/** A record field of one line of text, or a number. */
export function InputField(props: With<ComponentProps<typeof Input>>) {
  const { form, name, label, hint, required, className, ...control } = props;
  return (
    <Field label={label} hint={hint} issue={form.issue(name)} required={required} className={className}>
      {(field) => <Input {...field} name={name} {...control} />}
    </Field>
  );
}

/** A record field of several lines of text. */
export function TextareaField(props: With<ComponentProps<typeof Textarea>>) {
  const { form, name, label, hint, required, className, ...control } = props;
  return (
    <Field label={label} hint={hint} issue={form.issue(name)} required={required} className={className}>
      {(field) => <Textarea {...field} name={name} {...control} />}
    </Field>
  );
}

type Choice = { value: string | number; label: string };

/** A record field with a fixed set of values. */
export function SelectField(props: With<ComponentProps<typeof Select>> & { options: readonly Choice[] }) {
  const { form, name, label, hint, required, className, options, ...control } = props;
  return (
    <Field label={label} hint={hint} issue={form.issue(name)} required={required} className={className}>
      {(field) => (
        <Select {...field} name={name} {...control}>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
