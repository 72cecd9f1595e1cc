import type postgres from "postgres";
import type { CarrierStatus, CarrierType, Measure } from "@/db/enums";
import { simulatedCustomerToken, simulatedGatewayToken } from "@/features/simulation/credential.rules";
import { hashToken } from "@/lib/auth/token";

export type LoadedProbe = { measure: Measure; lastValue: number | null };

export type LoadedCarrier = {
  id: number;
  name: string;
  type: CarrierType;
  status: CarrierStatus;
  /** Epoch ms. */
  defrostUntil: number | null;
  zones: Partial<Record<Measure, { minimum: number | null; maximum: number | null }>>;
};

export type LoadedDevice = {
  serialNumber: string;
  typeCode: string;
  mac: string | null;
  reportIntervalSeconds: number;
  timeZone: string;
  carrier: LoadedCarrier | null;
  probes: LoadedProbe[];
};

export type LoadedGateway = { serialNumber: string; typeCode: string; mac: string };

/** The sender of one token: a gateway, or the devices of a customer that need no gateway. */
export type LoadedSource = { name: string; token: string; gateway: LoadedGateway | null; devices: LoadedDevice[] };

type Row = LoadedDevice & {
  customerCode: string;
  customerHash: string | null;
  gateway: string | null;
  gatewayType: string | null;
  gatewayMac: string | null;
  gatewayHash: string | null;
};

/**
 * The devices to simulate, by the token they send with; lent ones by that of their owner. `foreign` names the gateways and customers whose token was not
 * issued by the simulator: real devices may use it.
 */
export async function loadSources(
  sql: postgres.Sql,
  authSecret: string,
): Promise<{ sources: LoadedSource[]; foreign: string[] }> {
  const rows = await sql<Row[]>`
    select d.serial_number as "serialNumber", d.type_code as "typeCode", d.mac, d.report_interval_seconds as "reportIntervalSeconds",
           cu.code as "customerCode", cu.time_zone as "timeZone", cu.ingest_token_hash as "customerHash",
           g.serial_number as gateway, g.type_code as "gatewayType", g.mac as "gatewayMac", g.ingest_token_hash as "gatewayHash", p.probes,
           case when c.id is not null then jsonb_build_object(
             'id', c.id, 'name', c.name, 'type', c.type, 'status', c.status,
             'defrostUntil', (extract(epoch from c.defrost_until) * 1000)::float8, 'zones', z.zones) end as carrier
      from device d
      join customer cu on cu.id = d.customer_id
      left join device g on g.id = d.gateway_id
      join lateral (
        select jsonb_agg(jsonb_build_object('measure', p.measure, 'lastValue', s.last_value) order by p.id) as probes,
               max(m.carrier_id) as carrier_id
          from probe p
          left join probe_state s on s.probe_id = p.id
          left join mounting m on m.probe_id = p.id and m.unmounted_at is null
         where p.device_id = d.id) p on p.probes is not null
      left join carrier c on c.id = p.carrier_id
      left join lateral (
        select coalesce(jsonb_object_agg(cz.measure, jsonb_build_object('minimum', z.minimum, 'maximum', z.maximum)), '{}') as zones
          from carrier_zone cz join zone z on z.id = cz.zone_id
         where cz.carrier_id = c.id) z on true
     where d.use = 'activated' and d.custody in ('own', 'lent') and d.kind <> 'gateway' and (g.id is not null or d.type_code like '4g%')
     order by d.id`;

  const sources = new Map<string, LoadedSource>();
  const foreign = new Set<string>();
  for (const { customerCode, customerHash, gateway, gatewayType, gatewayMac, gatewayHash, ...device } of rows) {
    const name = gateway ?? customerCode;
    const token = gateway
      ? simulatedGatewayToken(authSecret, gateway)
      : simulatedCustomerToken(authSecret, customerCode);
    const stored = gateway ? gatewayHash : customerHash;
    if (stored !== hashToken(token)) {
      if (stored !== null) foreign.add(name);
      continue;
    }
    const known =
      gateway && gatewayMac ? { serialNumber: gateway, typeCode: gatewayType ?? "", mac: gatewayMac } : null;
    const source = sources.get(name) ?? { name, token, gateway: known, devices: [] };
    source.devices.push(device);
    sources.set(name, source);
  }
  return { sources: [...sources.values()], foreign: [...foreign] };
}
